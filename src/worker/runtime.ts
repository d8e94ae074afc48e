import type { LogMetadata } from '@temporalio/common';
import { Runtime } from '@temporalio/worker';
import { temporalLogger, type Logger } from '../telemetry/logger.ts';

/**
 * Sends what Temporal's SDK and workflow code write to this logger, and leaves signals to the process. Once per process,
 * before its first worker. Until it is disposed of, the runtime keeps the process alive.
 */
export function installRuntime(logger: Logger): AsyncDisposable {
  const plain = temporalLogger(logger);
  const log: typeof plain.log = (level, message, meta) =>
    plain.log(isChatter(level, message, meta) ? 'DEBUG' : level, message, meta);
  const runtime = Runtime.install({
    logger: {
      log,
      trace: plain.trace,
      debug: plain.debug,
      info: (message, meta) => log('INFO', message, meta),
      warn: (message, meta) => log('WARN', message, meta),
      error: plain.error,
    },
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  });
  return { [Symbol.asyncDispose]: () => runtime.shutdown() };
}

/** Our workers poll for some kinds of tasks only, by design; what else the SDK tells of them is for debugging. */
function isChatter(level: string, message: string, meta?: LogMetadata): boolean {
  if (meta?.['sdkComponent'] !== 'worker') return false;
  return level === 'INFO' || /^No .* registered, not polling/.test(message);
}
