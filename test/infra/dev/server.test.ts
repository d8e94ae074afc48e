import { expect, test } from 'vitest';
import { startServer } from '../../../infra/dev/server.ts';
import { SkillrunError } from '../../../src/contract/errors.ts';

test('a server that ends before it serves is an error with its last words', async () => {
  const start = startServer({
    title: 'The server [address=nowhere]',
    code: 'host_failed',
    program: 'sh',
    args: ['-c', 'echo no room left >&2; exit 1'],
    ask: () => Promise.reject(new SkillrunError('host_failed', 'not yet')),
  });
  await expect(start).rejects.toMatchObject({
    code: 'host_failed',
    message: 'The server [address=nowhere] ended at its start and wrote: no room left',
  });
});
