import { expect, test } from 'vitest';
import { introduction } from '../../src/cli/dev-introduction.ts';

const servers = {
  temporal: { address: '127.0.0.1:7233', uiUrl: 'http://127.0.0.1:8233' },
  store: 's3://skillrun',
  environment: { TEMPORAL_ADDRESS: '127.0.0.1:7233' },
};
const found = { path: '.skillrun', isFound: true };

test('tells the addresses, an example with a model whose key is there, and how to stop', () => {
  const text = introduction(servers, found, 'bwrap', { ANTHROPIC_API_KEY: 'k' });
  expect(text).toContain('  Temporal UI  http://127.0.0.1:8233\n');
  expect(text).toMatch(/ skillrun run image '.*' --model anthropic:/);
  expect(text).toMatch(/Ctrl-C stops everything\.$/);
});

test('says that no model has a key', () => {
  expect(introduction(servers, found, 'bwrap', {})).toContain('no key: set OPENAI_API_KEY or ANTHROPIC_API_KEY');
});

test('who started it with npm is told to go on with npm', () => {
  const text = introduction(servers, found, 'bwrap', { npm_lifecycle_event: 'dev' });
  expect(text).toContain("npm run -s skillrun -- run image '");
});

test('gives the variables where no record can be left', () => {
  const text = introduction(servers, { path: '/tmp/x', isFound: false }, 'bwrap', {});
  expect(text).toContain("  export TEMPORAL_ADDRESS='127.0.0.1:7233'\n");
});
