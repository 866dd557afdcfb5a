import { describe, expect, it } from 'vitest';
import { createSdkLog } from '../../../../worker/temporal/sdk-log.ts';

/** The written log lines, as level, members and sentence. */
function written(write: (log: ReturnType<typeof createSdkLog>) => void): unknown[][] {
  const lines: unknown[][] = [];
  const at = (level: string) => (members: object, sentence?: string) => void lines.push([level, members, sentence]);
  const log = { trace: at('trace'), debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  write(createSdkLog(log));
  return lines;
}

describe('a failed workflow', () => {
  const error = new Error('attempts_exhausted: 5 attempts failed');

  it('with the failure of its row is not a warning, and shows no stack', () => {
    const outcome = 'attempts_exhausted: 5 attempts failed';
    expect(written((log) => void log.warn('Workflow failed', { workflowId: 'rrun_1', outcome, error }))).toEqual([
      ['info', { workflowId: 'rrun_1', outcome, error: undefined }, 'a workflow ended as its row did'],
    ]);
  });

  it('by a defect is a warning with its error', () => {
    expect(written((log) => void log.warn('Workflow failed', { workflowId: 'rrun_1', error }))).toEqual([
      ['warn', { workflowId: 'rrun_1', error }, 'Workflow failed'],
    ]);
  });
});

describe('any other line of Temporal', () => {
  it('keeps its level and its members', () => {
    expect(written((log) => void log.log('ERROR', 'No answer', { operation: 'poll' }))).toEqual([
      ['error', { operation: 'poll' }, 'No answer'],
    ]);
    expect(written((log) => void log.debug('Workflow completed'))).toEqual([['debug', {}, 'Workflow completed']]);
  });
});
