import type { Logger as SdkLogger, LogLevel } from '@temporalio/worker';
import type { Logger } from 'pino';

const PINO_LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** The SDK's warning about every workflow that fails. */
const WORKFLOW_FAILED = 'Workflow failed';

/**
 * Writes what Temporal's SDK logs into our log. A workflow that failed because the row that it carries did is news and
 * no defect: its interceptors say so by `outcome`, and the stack of the failure tells nothing.
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
