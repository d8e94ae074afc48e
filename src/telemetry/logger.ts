import type { LogLevel, LogMetadata, Logger as TemporalLogger } from '@temporalio/common';
import { destination, pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

export interface LoggerOptions {
  /** Lowest level that is written: trace, debug, info, warn, error, silent. */
  level: string;
  /** For people: short coloured lines instead of JSON. */
  pretty: boolean;
}

/** A logger on stderr, so that stdout stays for results. */
export function createLogger(options: LoggerOptions): Logger {
  const stream = options.pretty
    ? pretty({
        destination: 2,
        sync: true,
        ignore: 'pid,hostname',
        translateTime: 'SYS:HH:MM:ss',
        colorize: process.stderr.isTTY,
      })
    : destination({ dest: 2, sync: true });
  return pino({ level: options.level, base: {} }, stream);
}

const levels: Record<LogLevel, 'trace' | 'debug' | 'info' | 'warn' | 'error'> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
};

/** Lets Temporal's SDK write to our logger. */
export function temporalLogger(logger: Logger): TemporalLogger {
  const write = (level: LogLevel, message: string, meta?: LogMetadata): void => {
    logger[levels[level]](plain(meta), message);
  };
  return {
    log: write,
    trace: (message, meta) => write('TRACE', message, meta),
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  };
}

/** Temporal's metadata holds bigints and symbols, which JSON cannot. */
function plain(meta: LogMetadata = {}): Record<string, unknown> {
  const { error, ...rest } = meta as Record<string, unknown>;
  const entries = Object.entries(rest).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]);
  return {
    ...(Object.fromEntries(entries) as Record<string, unknown>),
    ...(error === undefined ? {} : { err: error }),
  };
}
