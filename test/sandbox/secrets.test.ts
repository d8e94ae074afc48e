import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, resolveSecrets } from '../../src/sandbox/secrets.ts';

describe('resolving', () => {
  const source = {
    allowed: ['TOKEN', 'EMPTY', 'SHORT'],
    environment: { TOKEN: 'abcd1234', OTHER: 'x', EMPTY: '', SHORT: 'abc' },
  };

  it('gives the values of the names that are asked for', () => {
    expect(resolveSecrets(['TOKEN'], source)).toEqual({ TOKEN: 'abcd1234' });
    expect(resolveSecrets([], source)).toEqual({});
  });

  it.each([
    ['OTHER', 'does not give the secret to runs [secret=OTHER]'],
    ['EMPTY', 'has no value on this worker [secret=EMPTY]'],
    ['SHORT', 'too short to be kept out of texts [secret=SHORT]'],
  ])('names %s when it cannot be given', (name, message) => {
    expect(() => resolveSecrets(['TOKEN', name], source)).toThrow(message);
    expect(() => resolveSecrets([name], source)).toThrow(expect.objectContaining({ code: 'missing_secret' }) as Error);
  });
});

describe('redacting', () => {
  it('takes out every value as it is, in base64 and percent-encoded', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, unit: 'grapheme' }), fc.string(), fc.string(), (value, before, after) => {
        const bytes = Buffer.from(value);
        for (const form of [value, bytes.toString('base64'), bytes.toString('base64url'), encodeURIComponent(value)]) {
          fc.pre(!before.includes(form) && !after.includes(form) && !'[secret TOKEN]'.includes(form));
          expect(redact(`${before}\n${form}\n${after}`, { TOKEN: value })).not.toContain(form);
        }
      }),
    );
  });

  it('says which secret stood there, and leaves the rest', () => {
    const text = 'Authorization: Bearer s3cr3t-value; basic czNjcjN0LXZhbHVl; url s3cr3t-value%21';
    expect(redact(text, { TOKEN: 's3cr3t-value' })).toBe(
      'Authorization: Bearer [secret TOKEN]; basic [secret TOKEN]; url [secret TOKEN]%21',
    );
  });

  it('takes a value out whole that holds another', () => {
    expect(redact('x abcd1234 y abcd z', { SHORT: 'abcd', LONG: 'abcd1234' })).toBe(
      'x [secret LONG] y [secret SHORT] z',
    );
  });

  it('does not take a value for a pattern', () => {
    expect(redact('cost: a.b$& axb', { TOKEN: 'a.b$&' })).toBe('cost: [secret TOKEN] axb');
  });

  it('refuses a value that it could not find again', () => {
    expect(() => redact('abc', { TOKEN: 'abc' })).toThrow('too short');
  });
});
