import type { Gap, GapReason } from './gaps.ts';

/** The states of a comparison run, forward only. */
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

/** Where a run may go from each state. What has not ended can be abandoned; what has ended stays. */
export const COMPARISON_RUN_MOVES: Readonly<Record<ComparisonRunState, readonly ComparisonRunState[]>> = {
  preflight: ['queued', 'abandoned'],
  queued: ['arms_running', 'abandoned'],
  arms_running: ['scoring', 'abandoned'],
  scoring: ['complete', 'partial', 'abandoned'],
  complete: [],
  partial: [],
  abandoned: [],
};

/** True when nothing moves the run any more. */
export function hasEnded(state: ComparisonRunState): boolean {
  return COMPARISON_RUN_MOVES[state].length === 0;
}

const MISSING: readonly GapReason[] = ['cell_missing', 'cell_not_terminal', 'verdict_missing'];

/** How a run that was scored ends: complete where every cell has ended and every verdict is there, known or unknown. */
export function endOfRun(gaps: readonly Gap[]): 'complete' | 'partial' {
  return gaps.some(({ reason }) => MISSING.includes(reason)) ? 'partial' : 'complete';
}
