import type { CallPurpose } from '../spending/paid-call.ts';
import type { Arm } from './figures/cell.ts';
import type { CellFailure } from './failures-without-call.ts';
import type { UNKNOWN_REASONS, VerdictOutcome } from './verdict.ts';

/** Which call of a run: there is one of each purpose for a case on an arm. */
export interface CallPlace {
  readonly runId: string;
  /** Of the case in the sample, from 0. */
  readonly position: number;
  readonly arm: Arm;
  readonly purpose: CallPurpose;
}

/** How what a call was for ends with it: its cell, or its verdict; or it is made again. */
export type RunCallEnding =
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
