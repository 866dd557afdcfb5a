import { Runtime, type LogLevel } from '@temporalio/worker';
import type { Logger } from 'pino';

const PINO_LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/**
 * Sends the logs of Temporal's SDK, its native core's too, into our log; without it the core writes its retries to
 * standard output. Once per process, before any connection; signals stay with the process's own handler.
 */
export function installTemporalRuntime(log: Logger): void {
  const write = (level: LogLevel, sentence: string, members: object = {}): void =>
    log[PINO_LEVELS[level]](members, sentence);
  Runtime.install({
    logger: {
      log: write,
      trace: (sentence, members) => write('TRACE', sentence, members),
      debug: (sentence, members) => write('DEBUG', sentence, members),
      info: (sentence, members) => write('INFO', sentence, members),
      warn: (sentence, members) => write('WARN', sentence, members),
      error: (sentence, members) => write('ERROR', sentence, members),
    },
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
    shutdownSignals: [],
  });
}
