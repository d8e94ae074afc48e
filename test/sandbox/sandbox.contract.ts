import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeError, isSkillrunError } from '../../src/contract/errors.ts';
import { SHOWN_CHARACTERS } from '../../src/sandbox/captured-output.ts';
import type { Sandbox } from '../../src/sandbox/port.ts';
import { markedProcess, openRoom, processesWith, type Room } from './room.ts';

/** What every sandbox does, whether it contains commands or not. */
export function describeSandbox(name: Sandbox['name']): void {
  describe(`the sandbox ${name}`, () => {
    let room: Room;

    beforeEach(async (context) => {
      room = await openRoom(name);
      await room.sandbox.probe().catch((error: unknown) => {
        context.skip(isSkillrunError(error) ? describeError(error) : String(error));
      });
    });

    afterEach(() => room[Symbol.asyncDispose]());

    describe('what a command sees', () => {
      it('is its workspace as working directory and home', async () => {
        const { stdout } = await room.run('[ "$PWD" = "$HOME" ] && echo "made here" > note.txt && echo same');
        expect(stdout.shown).toBe('same\n');
        expect(await readFile(join(room.workspace, 'note.txt'), 'utf8')).toBe('made here\n');
      });

      it("is its skill's files at $SKILL_DIR", async () => {
        await writeFile(join(room.skillDir, 'tool.sh'), 'echo "a tool of the skill"\n');
        expect((await room.run('bash "$SKILL_DIR/tool.sh"')).stdout.shown).toBe('a tool of the skill\n');
      });

      it("is the run's variables, and nothing of the worker's environment", async () => {
        vi.stubEnv('SKILLRUN_TEST_KEY', 'a-key-of-the-worker');
        const { stdout } = await room.run('env', { variables: { CITY: 'Zürich\nWest', LANG: 'de_CH.UTF-8' } });
        vi.unstubAllEnvs();
        expect(stdout.shown).toContain('CITY=Zürich\nWest\n');
        expect(stdout.shown).toContain('LANG=de_CH.UTF-8\n');
        expect(stdout.shown).not.toContain('a-key-of-the-worker');
      });

      it('is an empty standard input and no terminal', async () => {
        const { stdout, exitCode } = await room.run(
          'cat; read line; echo "read: $?"; [ -t 0 ] || [ -t 1 ] || [ -t 2 ] || echo "no terminal"; cat < /dev/tty',
        );
        expect(stdout.shown).toBe('read: 1\nno terminal\n');
        expect(exitCode).toBe(1);
      });

      it('is outputs that can be opened by name', async () => {
        const { stdout, stderr } = await room.run(
          'echo fine > /dev/stdout; echo bad > /dev/stderr; echo x | tee /dev/stderr',
        );
        expect(stdout.shown).toBe('fine\nx\n');
        expect(stderr.shown).toBe('bad\nx\n');
      });

      it('is Node, and the libraries of the toolbox from the workspace and from the skill', async () => {
        await writeFile(join(room.workspace, 'own.mjs'), `import { parse } from 'yaml'; console.log(parse('a: 1').a);`);
        await writeFile(join(room.skillDir, 'its.mjs'), `import { parse } from 'yaml'; console.log(parse('a: 2').a);`);
        await writeFile(join(room.skillDir, 'its.cjs'), `console.log(require('yaml').parse('a: 3').a);`);
        const { stdout, stderr } = await room.run(
          'node own.mjs; node "$SKILL_DIR/its.mjs"; node "$SKILL_DIR/its.cjs"; node -p process.version',
        );
        expect(stderr.shown).toBe('');
        expect(stdout.shown).toBe(`1\n2\n3\n${process.version}\n`);
      });

      it('is a folder for temporary files that ends with it', async () => {
        await room.run('echo x > "$TMPDIR/left"');
        expect((await room.run('ls -A "$TMPDIR"')).stdout.shown).toBe('');
      });
    });

    describe('how a command ends', () => {
      it('is told by its exit code and both outputs', async () => {
        const result = await room.run('echo out; echo err >&2; exit 7');
        expect(result).toMatchObject({
          stdout: { shown: 'out\n', bytes: 4, truncated: false },
          stderr: { shown: 'err\n', bytes: 4, truncated: false },
          exitCode: 7,
          timedOut: false,
        });
      });

      it('is told as 128 + n after signal n', async () => {
        expect((await room.run('kill -KILL $$')).exitCode).toBe(137);
      });

      it('is told by bash itself for a mistake in the text', async () => {
        const { stderr, exitCode } = await room.run('echo (');
        expect(stderr.shown).toContain('syntax error');
        expect(exitCode).toBe(2);
      });

      it.each([
        ['a sleeping command', 'echo begun; sleep 1000; echo never'],
        ['a pipeline', 'echo begun; sleep 1000 | cat'],
        ['a command that ignores SIGTERM', `trap '' TERM INT HUP; echo begun; while :; do sleep 1000; done`],
      ])('is code 124 with the output so far when its time is over: %s', async (_, command) => {
        const result = await room.run(command, { timeoutMs: 300 });
        expect(result).toMatchObject({ stdout: { shown: 'begun\n' }, exitCode: 124, timedOut: true });
      });

      it("is the signal's reason when it is aborted", async () => {
        const abort = new AbortController();
        const reason = new Error('cancelled by the user');
        const running = room.run('echo begun; sleep 1000', {
          signal: abort.signal,
          onOutput: () => abort.abort(reason),
        });
        await expect(running).rejects.toBe(reason);
      });

      it('is not even a start when it was aborted before', async () => {
        const reason = new Error('cancelled by the user');
        await expect(room.run('touch started', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
        expect((await room.run('ls')).stdout.shown).toBe('');
      });
    });

    describe('what a command leaves behind', () => {
      it('is no background process, and none of those that hold its output keeps it from ending', async () => {
        const { marker, start } = markedProcess();
        const result = await room.run(`${start} & ${start} >/dev/null 2>&1 & echo done`);
        expect(result).toMatchObject({ stdout: { shown: 'done\n' }, exitCode: 0, timedOut: false });
        expect(processesWith(marker)).toEqual([]);
      });

      it('is no process after a time-out', async () => {
        const { marker, start } = markedProcess();
        await room.run(`${start} & nohup ${start.slice(1, -1).replace('exec -a', 'bash -c "exec -a')}" & wait`, {
          timeoutMs: 500,
        });
        expect(processesWith(marker)).toEqual([]);
      });

      it('is no process after an abort', async () => {
        const { marker, start } = markedProcess();
        const abort = new AbortController();
        const running = room.run(`${start} & echo begun; wait`, {
          signal: abort.signal,
          onOutput: () => abort.abort(),
        });
        await expect(running).rejects.toThrow();
        expect(processesWith(marker)).toEqual([]);
      });

      it('is no process when the worker is killed', async () => {
        const { marker, start } = markedProcess();
        const host = execa(
          process.execPath,
          [join(import.meta.dirname, 'dying-host.ts'), name, `${start} & echo begun; ${start}`],
          { buffer: false, reject: false, env: { TMPDIR: room.workspace } },
        );
        await new Promise((resolve) => host.stdout.once('data', resolve));
        expect(processesWith(marker)).not.toEqual([]);
        host.kill('SIGKILL');
        await host;
        await vi.waitFor(() => expect(processesWith(marker)).toEqual([]), { timeout: 10_000 });
      });
    });

    describe('what a command writes', () => {
      it('is read to its end, and shown by its start and its end', async () => {
        const { stdout } = await room.run(`echo first; yes 'again and again' | head -c 50000000; echo last`);
        expect(stdout.bytes).toBe(50_000_011);
        expect(stdout.truncated).toBe(true);
        expect(stdout.shown.length).toBeLessThan(SHOWN_CHARACTERS + 200);
        expect(stdout.shown).toMatch(/^first\nagain and again\n/);
        expect(stdout.shown).toContain('[… cut: ');
        expect(stdout.shown).toMatch(/last\n$/);
      });

      it('is text also where it is not UTF-8', async () => {
        const { stdout } = await room.run(String.raw`printf 'a\xff\xfe\0b'`);
        expect(stdout).toEqual({ shown: 'a\uFFFD\uFFFD\0b', bytes: 5, truncated: false });
      });

      it('is heard while it runs', async () => {
        const heard: string[] = [];
        await room.run('echo question; until [ -e answer ]; do sleep 0.01; done; echo thanks', {
          onOutput: (chunk) => {
            heard.push(Buffer.from(chunk).toString());
            void writeFile(join(room.workspace, 'answer'), '');
          },
        });
        expect(heard).toEqual(['question\n', 'thanks\n']);
      });

      it('is not mixed up with what others write at the same time', async () => {
        const numbers = Array.from({ length: 20 }, (_, number) => number);
        const results = await Promise.all(numbers.map((number) => room.run(`echo ${number}; echo ${number} >&2`)));
        expect(results.map(({ stdout, stderr }) => stdout.shown + stderr.shown)).toEqual(
          numbers.map((number) => `${number}\n${number}\n`),
        );
      });
    });

    describe('a command that cannot be run', () => {
      it.each([
        ['longer than 128 KiB', `touch started # ${'x'.repeat(128 * 1024)}`],
        ['with a NUL character', 'touch started; echo \0'],
      ])('is a result that says why: %s', async (_, command) => {
        const { stderr, exitCode } = await room.run(command);
        expect(exitCode).toBe(126);
        expect(stderr.shown).toContain('nothing was run');
        expect((await room.run('ls')).stdout.shown).toBe('');
      });

      it('may be as long as the system allows', async () => {
        const long = `: ${'x'.repeat(128 * 1024 - 20)}; echo ran`;
        expect((await room.run(long)).stdout.shown).toBe('ran\n');
      });

      it("is the caller's error when a variable would change the rules", async () => {
        await expect(room.run('true', { variables: { PATH: '/workspace' } })).rejects.toMatchObject({
          code: 'invalid_input',
          message: 'A run may not set this variable [name=PATH]',
        });
      });

      it("is the host's error when its workspace is not there", async () => {
        await rm(room.workspace, { recursive: true });
        await expect(room.run('true')).rejects.toMatchObject({
          code: 'host_failed',
          message: expect.stringContaining(room.workspace) as string,
        });
      });
    });

    it('finds programs where its commands would', async () => {
      await writeFile(join(room.workspace, 'mine'), '#!/bin/sh\n');
      await chmod(join(room.workspace, 'mine'), 0o755);
      expect(await room.sandbox.missingPrograms(['bash', 'node', 'no-such-program', "it's", 'mine', 'cd'])).toEqual([
        'no-such-program',
        "it's",
        'mine',
        'cd',
      ]);
    });
  });
}
