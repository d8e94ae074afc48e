import { createServer } from 'node:net';
import getPort from 'get-port';
import { isSkillrunError, SkillrunError } from '../../src/contract/errors.ts';

/** Servers for one machine's own use listen here and nowhere else. */
export const LOOPBACK = '127.0.0.1';

/** Another process may take a free port before the server has it: then others are chosen. */
const ATTEMPTS = 5;

/** What Temporal and the gateway, both written in Go, say of a port that they cannot have. */
const portTaken = /address already in use/;

/** The port if nothing listens there, else any free one. */
export async function preferPort(port: number): Promise<number> {
  return (await isFree(port)) ? port : getPort({ host: LOOPBACK });
}

/**
 * Starts a server on ports of its own: those that are wanted by number, and free ones for `undefined`. A wanted port that
 * is in use is an `invalid_configuration`; a free one that another process took before the server did is chosen anew.
 */
export async function onPorts<T>(wanted: (number | undefined)[], start: (ports: number[]) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const busy = await firstBusy(wanted);
    if (busy !== undefined) {
      throw new SkillrunError('invalid_configuration', `Another process listens on this port [port=${busy}]`, {
        hint: 'End that process, name another port, or leave the port out to get a free one',
      });
    }
    const ports = await Promise.all(wanted.map(async (port) => port ?? (await getPort({ host: LOOPBACK }))));
    try {
      return await start(ports);
    } catch (error) {
      const again = isSkillrunError(error) && portTaken.test(error.message) && attempt < ATTEMPTS;
      if (!again) throw error;
    }
  }
}

async function firstBusy(ports: (number | undefined)[]): Promise<number | undefined> {
  for (const port of ports) if (port !== undefined && !(await isFree(port))) return port;
  return undefined;
}

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer()
    .once('error', () => resolve(false))
    .listen({ port, host: LOOPBACK }, () => server.close(() => resolve(true)));
  return promise;
}
