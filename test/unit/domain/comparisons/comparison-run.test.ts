import { describe, expect, it } from 'vitest';
import {
  COMPARISON_RUN_MOVES,
  COMPARISON_RUN_STATES,
  finalRunState,
  hasEnded,
} from '../../../../domain/comparisons/comparison-run.ts';
import { GAP_REASONS } from '../../../../domain/comparisons/gaps.ts';

describe('the states of a comparison run', () => {
  it('only go forward, and every one that has not ended can be abandoned', () => {
    expect(COMPARISON_RUN_MOVES).toEqual({
      preflight: ['queued', 'abandoned'],
      queued: ['arms_running', 'abandoned'],
      arms_running: ['scoring', 'abandoned'],
      scoring: ['complete', 'partial', 'abandoned'],
      complete: [],
      partial: [],
      abandoned: [],
    });
    for (const [index, state] of COMPARISON_RUN_STATES.entries())
      for (const next of COMPARISON_RUN_MOVES[state])
        expect(COMPARISON_RUN_STATES.indexOf(next)).toBeGreaterThan(index);
  });

  it('end in three ways', () => {
    expect(COMPARISON_RUN_STATES.filter(hasEnded)).toEqual(['complete', 'partial', 'abandoned']);
  });

  it('end partial if a cell or a verdict is missing', () => {
    const ends = GAP_REASONS.map((reason) => [
      reason,
      finalRunState([
        { caseId: 'a', critical: false, arm: 'baseline', reason: 'verdict_failed', detail: '' },
        { caseId: 'a', critical: false, arm: 'candidate', reason, detail: '' },
      ]),
    ]);
    expect(Object.fromEntries(ends)).toEqual({
      cell_missing: 'partial',
      cell_not_terminal: 'partial',
      cell_failed: 'complete',
      cell_unpriced: 'complete',
      verdict_missing: 'partial',
      verdict_unknown: 'complete',
      verdict_failed: 'complete',
    });
    expect(finalRunState([])).toBe('complete');
  });
});
