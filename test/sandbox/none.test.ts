import { expect, it } from 'vitest';
import { markedProcess, openRoom, processesWith } from './room.ts';

it('says that commands are not contained', async () => {
  await using room = await openRoom('none');
  expect(await room.sandbox.probe()).toContain('uncontained');
});

it('ends with its command also when a process of a session of its own holds the output', async () => {
  await using room = await openRoom('none');
  const { marker, start } = markedProcess();
  const result = await room.run(`setsid -f bash -c '${start.slice(1, -1)}'; echo done`);
  for (const id of processesWith(marker)) process.kill(Number(id), 'SIGKILL');
  expect(result).toMatchObject({ stdout: { shown: 'done\n' }, exitCode: 0, timedOut: false });
});

it('ends all when a command kills the shell that leads it', async () => {
  await using room = await openRoom('none');
  const { marker, start } = markedProcess();
  const result = await room.run(`${start} & kill -KILL $PPID; sleep 1000`);
  expect(result).toMatchObject({ exitCode: 137, timedOut: false });
  expect(processesWith(marker)).toEqual([]);
});
