import { Runtime } from '@temporalio/worker';
import { temporalLogger, type Logger } from '../telemetry/logger.ts';

/**
 * Sends what Temporal's SDK and workflow code write to this logger, and leaves signals to the process. Once per process,
 * before its first worker.
 */
export function installRuntime(logger: Logger): void {
  Runtime.install({
    logger: temporalLogger(logger),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  });
}
