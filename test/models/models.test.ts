import { expect, test } from 'vitest';
import { createModels } from '../../src/models/models.ts';

const everything = { OPENAI_API_KEY: 'sk-a', ANTHROPIC_API_KEY: 'sk-b' };

test.each(['openai', 'openai-chat', 'anthropic'])('%s is made once and goes by its name', (name) => {
  const models = createModels(everything);
  expect(models.get(name).name).toBe(name);
  expect(models.get(name)).toBe(models.get(name));
});

test.each(['mistral', '', 'constructor', '__proto__'])(
  'the unknown provider "%s" is named with the known ones',
  (name) => {
    expect(() => createModels(everything).get(name)).toThrow(
      expect.objectContaining({
        code: 'unknown_provider',
        message: expect.stringContaining(`[provider=${name}]`),
        hint: expect.stringContaining('openai, openai-chat, anthropic'),
      }),
    );
  },
);

test.each([
  ['openai', 'OPENAI_API_KEY'],
  ['openai-chat', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
])('without its key, %s says which variable to set', (name, variable) => {
  for (const value of [undefined, '', '  ']) {
    expect(() => createModels({ ...everything, [variable]: value }).get(name)).toThrow(
      expect.objectContaining({
        code: 'missing_key',
        message: expect.stringContaining(variable),
        hint: expect.stringContaining(variable),
      }),
    );
  }
});

test('a server of its own needs no key for openai-chat, and one for openai', () => {
  const models = createModels({ OPENAI_BASE_URL: 'http://localhost:11434/v1' });
  expect(models.get('openai-chat').name).toBe('openai-chat');
  expect(() => models.get('openai')).toThrow(expect.objectContaining({ code: 'missing_key' }));
});

test('a key that no header can hold is refused without being told', () => {
  expect(() => createModels({ OPENAI_API_KEY: 'sk-ключ' }).get('openai')).toThrow(
    expect.objectContaining({ code: 'invalid_configuration', message: expect.not.stringContaining('ключ') }),
  );
});

test.each(['localhost:11434', 'ftp://host/v1', 'not a url', 'https://me:secret@host/v1', 'https://secret@host/v1'])(
  'the base URL "%s" is refused',
  (url) => {
    expect(() => createModels({ ...everything, OPENAI_BASE_URL: url }).get('openai-chat')).toThrow(
      expect.objectContaining({
        code: 'invalid_configuration',
        message: expect.not.stringContaining('secret'),
        hint: expect.stringContaining('https://host/path'),
      }),
    );
  },
);
