import { execa } from 'execa';

/**
 * Stands between us and a server. It holds the read end of a pipe of which only we hold the write end: when we end, in
 * whatever way, the pipe closes, and the guard ends the server (SIGTERM, SIGKILL after 5 s) and removes its folder.
 * Plain sh, because there is no parent-death signal outside Linux.
 */
const GUARD = `
folder=$1; shift
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
trap 'kill -TERM $server' TERM INT HUP
# Nothing of the guard's own goes to the server's output: that pipe is broken when we are gone, and would end the guard.
exec >/dev/null 2>&1
{
  cat <&3
  kill -TERM $server
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
    sleep 0.2
    kill -0 $server || exit
  done
  kill -KILL $server
} &
watcher=$!
exec 3<&-
wait $server; status=$?
while kill -0 $server; do wait $server; status=$?; done
kill $watcher
if [ -n "$folder" ]; then rm -rf -- "$folder"; fi
exit $status
`;

/** Enough of a server's output to tell why it ended. */
const KEPT_CHARACTERS = 4_000;

export interface GuardedCommand {
  program: string;
  args: string[];
  environment?: Record<string, string>;
  /** Removed once the server has ended, also when we did not live to see it. */
  temporaryFolder?: string | undefined;
}

export interface Guarded {
  /** Resolves when the server has ended and its temporary folder is gone. */
  readonly ended: Promise<void>;
  /** The last of what the server wrote to stdout and stderr. */
  output(): string;
  /** Ends the server and waits until it has. */
  close(): Promise<void>;
}

/**
 * Starts a server that does not outlive this process, even when this process is killed with SIGKILL. It is in a session
 * of its own: Ctrl-C reaches us only, so that whatever uses the server can finish before it goes.
 */
export function startGuarded({ program, args, environment, temporaryFolder = '' }: GuardedCommand): Guarded {
  const subprocess = execa('/bin/sh', ['-c', GUARD, 'guard', temporaryFolder, program, ...args], {
    detached: true,
    cleanup: false,
    extendEnv: false,
    env: { ...inheritedEnvironment(), ...environment },
    stdin: 'pipe',
    all: true,
    buffer: false,
    reject: false,
  });
  let output = '';
  subprocess.all.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-KEPT_CHARACTERS);
  });
  // A guard that has ended does not read: writing the end of the pipe to it is no error.
  subprocess.stdin.on('error', () => undefined);
  const ended = (async () => {
    await subprocess;
    subprocess.stdin.destroy();
  })();
  return {
    ended,
    output: () => output.trim(),
    async close() {
      subprocess.stdin.end();
      await ended;
    },
  };
}

/** What a server gets of our environment: no keys, and no settings that would change its behaviour. */
function inheritedEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
