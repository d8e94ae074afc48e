import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkVariables, commandEnvironment, MAX_VARIABLE_BYTES } from '../../src/sandbox/environment.ts';

const places = { nodeBin: '/n', home: '/h', skillDir: '/s', tmpDir: '/t', nodeModules: '/m' };

describe('the environment of a command', () => {
  it('holds where things are, whatever the variables are', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/);
    const own = commandEnvironment(places, {});
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(name, fc.constantFrom(...Object.keys(own))), fc.string()), (variables) => {
        let environment: Record<string, string>;
        try {
          environment = commandEnvironment(places, variables);
        } catch {
          return;
        }
        expect(environment).toMatchObject(variables);
        for (const fixed of ['PATH', 'HOME', 'SKILL_DIR', 'TMPDIR', 'NODE_PATH'] as const) {
          expect(environment[fixed]).toBe(own[fixed]);
        }
      }),
    );
  });

  it.each([
    'PATH',
    'HOME',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'BASH_ENV',
    'BASH_FUNC_ls',
    'ENV',
    'IFS',
    'SKILL_DIR',
    'NODE_PATH',
  ])('cannot be given %s', (name) => {
    expect(() => checkVariables({ [name]: 'x' })).toThrow(`A run may not set this variable [name=${name}]`);
  });

  it.each(['', '1A', 'A-B', 'A B', 'A=B', 'É'])('cannot be given the name %j', (name) => {
    expect(() => checkVariables({ [name]: 'x' })).toThrow('Malformed name of a variable');
  });

  it('cannot be given values that no program could get', () => {
    expect(() => checkVariables({ A: 'a\0b' })).toThrow('[name=A]');
    expect(() => checkVariables({ A: 'x'.repeat(MAX_VARIABLE_BYTES + 1) })).toThrow('[name=A]');
    expect(() => checkVariables({ A: 'x'.repeat(MAX_VARIABLE_BYTES) })).not.toThrow();
  });
});
