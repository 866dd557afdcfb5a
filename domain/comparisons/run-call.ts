import type { CallFault } from '../models/model-call.ts';
import type { CallPurpose } from '../spending/paid-call.ts';
import type { Arm } from './figures/cell.ts';
import type { UNKNOWN_REASONS, VerdictOutcome } from './verdict.ts';

/** Which call of a run: there is one of each purpose for a case on an arm. */
export interface CallPlace {
  readonly runId: string;
  /** Of the case in the sample, from 0. */
  readonly position: number;
  readonly arm: Arm;
  readonly purpose: CallPurpose;
}

/** Why a cell has no answer: what its call met, or why there was none. */
export const FAILURES_WITHOUT_CALL = {
  spend_ceiling_exceeded: 'The ceiling of the run or the budget of the workspace had no room for the call.',
  connection_retired: 'The connection was retired after the run was planned.',
  price_unknown: 'The model has no price, so nobody can say what the call costs at most.',
  worker_lost: 'Whoever made the call is gone. It is charged at its reservation and not made again.',
} as const;
export type CellFailure = CallFault | keyof typeof FAILURES_WITHOUT_CALL;

/** How what a call was for ends with it: its cell, or its verdict; or it is made again. */
export type CallEnding =
  | { readonly kind: 'answered'; readonly answer: string; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly failureCode: CellFailure }
  | MachineVerdict
  | { readonly kind: 'again' };

/** What the judge, or the check of a label, says of an answer. */
export interface MachineVerdict {
  readonly kind: 'verdict';
  readonly outcome: VerdictOutcome;
  /** Empty unless unknown. */
  readonly reasonCode: '' | (typeof UNKNOWN_REASONS)[number];
  readonly rationale: string;
}
