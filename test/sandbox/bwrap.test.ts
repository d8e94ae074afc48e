import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeError, isSkillrunError } from '../../src/contract/errors.ts';
import { markedProcess, openRoom, processesWith, type Room } from './room.ts';

/** Ways to fetch a page of the host. */
const tries = (port: number): string[] => [
  `curl -s --max-time 5 http://127.0.0.1:${port}/`,
  `node -e "fetch('http://127.0.0.1:${port}/').then(r => r.text()).then(console.log)"`,
  `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`,
  `nc -w 5 127.0.0.1 ${port} < <(printf 'GET / HTTP/1.0\\r\\n\\r\\n')`,
];

let room: Room;

beforeEach(async (context) => {
  room = await openRoom('bwrap');
  await room.sandbox.probe().catch((error: unknown) => {
    context.skip(isSkillrunError(error) ? describeError(error) : String(error));
  });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await room[Symbol.asyncDispose]();
});

describe('the files of a contained command', () => {
  it.each([
    '/',
    '/usr',
    '/usr/local/bin',
    '/etc',
    '/etc/ssl/certs',
    '/dev',
    '/opt',
    '/skill',
    '/node_modules',
    '/var',
    '/proc/sys/kernel',
  ])('cannot be written outside its workspace: %s', async (folder) => {
    const { stdout } = await room.run(
      `touch ${folder}/made 2>/dev/null || echo refused; echo x > ${folder}/made || true`,
    );
    expect(stdout.shown).toBe('refused\n');
  });

  it('are none of the host beyond the system and its own', async () => {
    const secret = join(room.workspace, '../../secret.txt');
    await writeFile(secret, 'of the host');
    const { stdout } = await room.run(
      `cat ${secret} ../../secret.txt; ls -d /root /home /work /run /srv /mnt; ls -A /tmp; grep -c . /etc/passwd`,
    );
    expect(stdout.shown).toBe('1\n');
  });

  it('belong to the worker on the host, and to a plain user inside', async () => {
    const { stdout } = await room.run('echo x > made; id -un; id -u; stat -c %U made');
    expect(stdout.shown).toBe('agent\n1000\nagent\n');
    expect((await stat(join(room.workspace, 'made'))).uid).toBe(process.getuid?.());
  });

  it("in its skill's folder cannot be changed", async () => {
    await writeFile(join(room.skillDir, 'tool.sh'), 'echo 1');
    await room.run('echo evil > $SKILL_DIR/tool.sh; rm -f $SKILL_DIR/tool.sh; chmod 777 $SKILL_DIR/tool.sh');
    expect(await readFile(join(room.skillDir, 'tool.sh'), 'utf8')).toBe('echo 1');
  });

  it('have 1 GiB in /tmp and in /dev/shm', async () => {
    const { stdout } = await room.run('df -B1 --output=size /tmp /dev/shm | tail -n +2 | tr -d " "');
    expect(stdout.shown).toBe(`${1024 ** 3}\n${1024 ** 3}\n`);
  });
});

describe('what a contained command learns', () => {
  it("is in no process's environment the worker's", async () => {
    vi.stubEnv('SKILLRUN_TEST_KEY', 'a-key-of-the-worker');
    const { stdout } = await room.run(
      `cat /proc/self/environ /proc/$PPID/environ /proc/1/environ /proc/*/environ | tr '\\0' '\\n'`,
    );
    expect(stdout.shown).toContain('SKILL_DIR=/skill');
    expect(stdout.shown).not.toContain('a-key-of-the-worker');
  });

  it('is nothing of the processes of the host', async () => {
    const { stdout } = await room.run('ls -d /proc/[0-9]* | wc -l; ls -l /proc/self/fd | grep -c socket');
    expect(Number(stdout.shown.split('\n')[0])).toBeLessThan(8);
    expect(stdout.shown.split('\n')[1]).toBe('0');
  });

  it('is not to be read off a command line of the host', async () => {
    const seen: string[] = [];
    await room.run('echo "$TOKEN"; sleep 0.1', {
      variables: { TOKEN: 'a-value-for-the-command' },
      onOutput: () => seen.push(...processesWith('a-value-for-the-command')),
    });
    expect(seen).toEqual([]);
  });
});

describe('the rights of a contained command', () => {
  it('are none beyond those of a plain user, and cannot grow', async () => {
    const { stdout } = await room.run(
      "grep -E 'Cap(Prm|Eff|Bnd)|NoNewPrivs' /proc/self/status | tr -d '\\t'; unshare --user true || echo no namespace; mount -t tmpfs none /workspace || echo no mount",
    );
    expect(stdout.shown).toBe(
      'CapPrm:0000000000000000\nCapEff:0000000000000000\nCapBnd:0000000000000000\nNoNewPrivs:1\nno namespace\nno mount\n',
    );
  });
});

describe('the processes of a contained command', () => {
  it('cannot get away through a session of their own', async () => {
    const { marker, start } = markedProcess();
    const escape = `setsid -f bash -c '${start.slice(1, -1)}' </dev/null >/dev/null 2>&1`;
    expect(await room.run(`${escape}; echo done`)).toMatchObject({ stdout: { shown: 'done\n' }, exitCode: 0 });
    await room.run(`${escape}; sleep 1000`, { timeoutMs: 500 });
    expect(processesWith(marker)).toEqual([]);
  });

  it('cannot touch processes of the host', async () => {
    const { stdout } = await room.run(`kill -0 ${process.pid} 2>/dev/null || echo unreachable`);
    expect(stdout.shown).toBe('unreachable\n');
  });
});

describe('the network of a contained command', () => {
  const server = createServer((_, response) => response.end('hello from the host'));
  let port: number;

  beforeEach(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });

  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('does not reach the host', async () => {
    for (const command of tries(port)) {
      const { stdout, exitCode } = await room.run(command);
      expect(stdout.shown).not.toContain('hello');
      expect(exitCode).not.toBe(0);
    }
  });

  it('resolves no name but localhost, which is its own', async () => {
    const { stdout } = await room.run(
      'getent hosts example.com || echo unknown; getent -s files hosts localhost >/dev/null && echo known; cat /etc/resolv.conf 2>/dev/null',
    );
    expect(stdout.shown).toBe('unknown\nknown\n');
  });

  it('serves its own processes', async () => {
    const { stdout } = await room.run(
      `node -e "require('http').createServer((_, r) => r.end('own')).listen(8080, () => require('child_process').execFile('curl', ['-s', 'http://localhost:8080/'], (e, out) => { console.log(out); process.exit(); }))"`,
    );
    expect(stdout.shown).toBe('own\n');
  });

  it("is the host's when its effects are external", async () => {
    const { stdout } = await room.run(tries(port)[1] ?? '', { network: true });
    expect(stdout.shown).toBe('hello from the host\n');
  });
});
