import { describe, expect, it } from 'vitest';
import { createRunOccurrence } from '../../../../activities/schedules/run-occurrence.ts';
import { RUN_STATES, type RunState } from '../../../../domain/reports/report-run.ts';
import type { OccurrenceStatus } from '../../../../domain/schedules/occurrence-status.ts';

const delivered: OccurrenceStatus = {
  state: 'delivered',
  attempt: 0,
  failureCode: '',
  runId: 'rrun_1',
  runAttempt: 1,
  deliveredCount: 2,
  suppressedCount: 0,
};

/** The calls in order, and the warnings of the log. */
function open(state: RunState, deliver: () => Promise<OccurrenceStatus> = () => Promise.resolve(delivered)) {
  const called: unknown[] = [];
  const warned: object[] = [];
  const run = { state, attempt: 1, failureCode: '', artifactDigest: '', groupCount: 0, byteCount: 0 };
  const runOccurrence = createRunOccurrence({
    executeAttempt: (input) => {
      called.push(input);
      return Promise.resolve(run);
    },
    deliverOccurrence: (input) => {
      called.push(input);
      return deliver();
    },
    log: { info: () => undefined, warn: (members) => void warned.push(members), error: () => undefined },
  });
  return { run, called, warned, go: () => runOccurrence({ occurrenceId: 'rocc_1', runId: 'rrun_1' }) };
}

const SETTLED: readonly RunState[] = ['ready', 'partial', 'failed', 'cancelled', 'expired'];

describe('an attempt of an occurrence', () => {
  it.each(SETTLED)('delivers a run that it left %s', async (state) => {
    const { run, called, go } = open(state);
    expect(await go()).toEqual({ run, occurrence: delivered });
    expect(called).toEqual([{ runId: 'rrun_1' }, { occurrenceId: 'rocc_1' }]);
  });

  it.each(RUN_STATES.filter((state) => !SETTLED.includes(state)))(
    'delivers nothing of a run that is %s',
    async (state) => {
      const { run, called, go } = open(state);
      expect(await go()).toEqual({ run });
      expect(called).toEqual([{ runId: 'rrun_1' }]);
    },
  );

  it('keeps its end if the delivery fails, which is left to its own step and logged', async () => {
    const fault = new Error('The store is away.');
    const { run, warned, go } = open('ready', () => Promise.reject(fault));
    expect(await go()).toEqual({ run });
    expect(warned).toEqual([{ err: fault, occurrence_id: 'rocc_1', run_id: 'rrun_1' }]);
  });
});
