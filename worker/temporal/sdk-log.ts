import type { Logger as SdkLogger, LogLevel } from '@temporalio/worker';
import type { Logger } from 'pino';

const PINO_LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** The SDK's warning about every workflow that fails. */
const WORKFLOW_FAILED = 'Workflow failed';

/**
 * Writes the logs of Temporal's SDK into our log. A workflow that fails because its row has failed is information and
 * not a defect. Its interceptors mark it by `outcome`, and the stack of the failure is omitted.
 */
export function createSdkLog(log: Pick<Logger, (typeof PINO_LEVELS)[LogLevel]>): SdkLogger {
  const write = (level: LogLevel, sentence: string, members: object = {}): void => {
    if (sentence === WORKFLOW_FAILED && 'outcome' in members) {
      log.info({ ...members, error: undefined }, 'a workflow ended as its row did');
    } else {
      log[PINO_LEVELS[level]](members, sentence);
    }
  };
  return {
    log: write,
    trace: (sentence, members) => write('TRACE', sentence, members),
    debug: (sentence, members) => write('DEBUG', sentence, members),
    info: (sentence, members) => write('INFO', sentence, members),
    warn: (sentence, members) => write('WARN', sentence, members),
    error: (sentence, members) => write('ERROR', sentence, members),
  };
}
