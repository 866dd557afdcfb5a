import { describe, expect, it } from 'vitest';
import {
  backoffSeconds,
  isSettled,
  MAX_ANSWER_BYTES,
  MAX_ATTEMPTS,
  MAX_GROUPS,
  RUN_STATES,
} from '../../../../domain/reports/report-run.ts';
import { FAILED_ATTEMPT_TEXT } from '../../../../domain/reports/run-waiting.ts';

describe('a run', () => {
  it('is settled in every state except those in which a worker may change it', () => {
    expect(RUN_STATES.filter((state) => !isSettled(state))).toEqual(['queued', 'running']);
  });

  it('is attempted five times, with doubled pauses of at most five minutes', () => {
    expect(MAX_ATTEMPTS).toBe(5);
    expect([1, 2, 3, 4, 8, 9, 20].map(backoffSeconds)).toEqual([2, 4, 8, 16, 256, 300, 300]);
  });

  it('stores at most 1,000 groups in 10 MiB', () => {
    expect([MAX_GROUPS, MAX_ANSWER_BYTES]).toEqual([1_000, 10_485_760]);
  });

  it('discloses only the public part of a failed attempt', () => {
    expect(FAILED_ATTEMPT_TEXT).toEqual({
      reader_unavailable: 'The reader of the traffic did not answer.',
      store_unavailable: 'The database of the control plane did not answer.',
      lease_lapsed: 'The worker was lost or stopped before the attempt ended.',
    });
  });
});
