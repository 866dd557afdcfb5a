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

/** The states that may follow each state of a run. An open run can be abandoned; an ended run stays as it is. */
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

/** The end of a scored run: complete if every cell has ended and every verdict exists, known or unknown. */
export function endOfRun(gaps: readonly Gap[]): 'complete' | 'partial' {
  return gaps.some(({ reason }) => MISSING.includes(reason)) ? 'partial' : 'complete';
}
