import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, SkillrunError } from '../../src/contract/errors.ts';
import { type GuardedCommand, startGuarded } from './guard.ts';

/** A server that starts on a busy machine may take long; one that does not start at all says so earlier. */
const DEADLINE_MS = 90_000;
const POLL_MS = 50;

export interface ServerCommand extends GuardedCommand {
  /** For messages: what it is and where. */
  title: string;
  /** The error's code when it does not start. */
  code: ErrorCode;
  /** Resolves once the server does its work; rejects when it does not (yet). */
  ask(): Promise<void>;
}

export interface Server {
  close(): Promise<void>;
}

/** Starts a server and waits until it serves. When it ends before, or is too slow, its own words are in the error. */
export async function startServer({ title, code, ask, ...command }: ServerCommand): Promise<Server> {
  const server = startGuarded(command);
  const ended = server.ended.then(() => 'ended' as const);
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const outcome = await Promise.race([ended, answerOf(ask)]);
    if (outcome === 'serves') return server;
    if (outcome !== 'ended' && Date.now() < deadline) {
      await Promise.race([ended, sleep(POLL_MS)]);
      continue;
    }
    await server.close();
    const words = server.output() || 'nothing';
    if (outcome === 'ended') throw new SkillrunError(code, `${title} ended at its start and wrote: ${words}`);
    const { cause } = outcome;
    const message = `${title} did not serve within ${DEADLINE_MS / 1000} s (${String(cause)}) and wrote: ${words}`;
    throw new SkillrunError(code, message, { cause });
  }
}

async function answerOf(ask: () => Promise<void>): Promise<'serves' | { cause: unknown }> {
  try {
    await ask();
    return 'serves';
  } catch (cause) {
    return { cause };
  }
}
