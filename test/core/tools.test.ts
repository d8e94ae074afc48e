import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OUTPUT_KINDS } from '../../src/contract/output.ts';
import { checkCall, outputKindOf, toolSpecs } from '../../src/core/tools.ts';

const specs = toolSpecs(['execute_bash', 'set_output_image']);
const call = (name: string, text: string) => checkCall({ id: '1', name, arguments: text }, specs);

test('a skill gets the tools that it names, and no others', () => {
  expect(specs.map(({ name }) => name)).toEqual(['execute_bash', 'set_output_image']);
  expect(toolSpecs(['web_search', 'set_output_hologram'])).toEqual([]);
});

test('there is a tool for each kind of output', () => {
  for (const kind of OUTPUT_KINDS) expect(outputKindOf(`set_output_${kind}`)).toBe(kind);
  expect(outputKindOf('execute_bash')).toBeUndefined();
});

test('arguments that fit are handed on as they are', () => {
  expect(call('execute_bash', '{"command":"ls"}')).toEqual({ ok: true, args: { command: 'ls' } });
});

test('a tool that the skill does not name is unknown, even if it exists', () => {
  expect(call('set_output_video', '{"path":"a.mp4"}')).toEqual({ ok: false, error: 'Unknown tool: set_output_video' });
});

test('an objection names the tool, the place and what was expected', () => {
  expect(call('execute_bash', '{"command":7}')).toEqual({
    ok: false,
    error: 'The arguments of execute_bash do not fit: command: Instance type "number" is invalid. Expected "string".',
  });
});

test('whatever the model writes as arguments, the answer is a value', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const checked = call('execute_bash', text);
      if (checked.ok) expect(typeof checked.args['command']).toBe('string');
      else expect(checked.error).toMatch(/^The arguments of execute_bash /);
    }),
  );
});
