import { describe, expect, it } from 'vitest';
import {
  withMissingCounts,
  withSweepCount,
  SWEEP_START,
  type SweepCursor,
} from '../../../../domain/installation/retention-sweep.ts';

const NOTHING = {
  workspaces: 0,
  answers: 0,
  runs: 0,
  idempotency_keys: 0,
  outbox_items: 0,
  heartbeats: 0,
  audit_events: 0,
  cache_entries: 0,
  quarantined_lines: 0,
  notices: 0,
  experiment_answers: 0,
  contents: 0,
};
const cursor: SweepCursor = { doneUpTo: 't_1', workspaceName: 'Support', counts: { ...NOTHING, answers: 3, runs: 1 } };

describe('the cursor of a sweep', () => {
  it('is before every workspace at first, with nothing removed', () => {
    expect(SWEEP_START).toEqual({ doneUpTo: '', workspaceName: '', counts: NOTHING });
  });

  it('counts one more batch of a kind, and keeps its position', () => {
    expect(withSweepCount(cursor, 'answers', 2)).toEqual({ ...cursor, counts: { ...NOTHING, answers: 5, runs: 1 } });
    expect(cursor.counts.answers).toBe(3);
  });

  it('has removed nothing of kinds that an earlier release did not have', () => {
    const handedOver = { ...cursor, counts: { workspaces: 0, answers: 3, runs: 1, idempotency_keys: 0 } };
    expect(withMissingCounts(handedOver as SweepCursor)).toEqual(cursor);
  });
});
