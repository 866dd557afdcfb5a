import type { EvidenceGap, GapReason } from './gaps.ts';

/** The states of a comparison run. Transitions only go forward. */
export const COMPARISON_RUN_STATES = [
  'preflight',
  'queued',
  'arms_running',
  'scoring',
  'complete',
  'partial',
  'abandoned',
] as const;
export type ComparisonRunState = (typeof COMPARISON_RUN_STATES)[number];

/** The allowed transitions of a run. An open run can be abandoned; an ended run never changes. */
export const COMPARISON_RUN_MOVES: Readonly<Record<ComparisonRunState, readonly ComparisonRunState[]>> = {
  preflight: ['queued', 'abandoned'],
  queued: ['arms_running', 'abandoned'],
  arms_running: ['scoring', 'abandoned'],
  scoring: ['complete', 'partial', 'abandoned'],
  complete: [],
  partial: [],
  abandoned: [],
};

/** True if no transition leaves the state. */
export function hasEnded(state: ComparisonRunState): boolean {
  return COMPARISON_RUN_MOVES[state].length === 0;
}

const MISSING: readonly GapReason[] = ['cell_missing', 'cell_not_terminal', 'verdict_missing'];

/** The final state of a scored run: `complete` if every cell has ended and every verdict exists, known or unknown. */
export function finalRunState(gaps: readonly EvidenceGap[]): 'complete' | 'partial' {
  return gaps.some(({ reason }) => MISSING.includes(reason)) ? 'partial' : 'complete';
}
