import type { CallPurpose } from '../spending/paid-call.ts';
import type { Arm } from './figures/cell.ts';
import type { CellFailure } from './failures-without-call.ts';
import type { UNKNOWN_REASONS, VerdictOutcome } from './verdict.ts';

/** The position of a call in a run: there is one call of each purpose for a case on an arm. */
export interface RunCallKey {
  readonly runId: string;
  /** The position of the case in the sample, from 0. */
  readonly position: number;
  readonly arm: Arm;
  readonly purpose: CallPurpose;
}

/** The end of a call for its cell or its verdict; or the call is made again. */
export type RunCallEnding =
  | { readonly kind: 'answered'; readonly answer: string; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly failureCode: CellFailure }
  | MachineVerdict
  | { readonly kind: 'again' };

/** The verdict of the judge, or of the check of a label, on an answer. */
export interface MachineVerdict {
  readonly kind: 'verdict';
  readonly outcome: VerdictOutcome;
  /** Empty unless unknown. */
  readonly reasonCode: '' | (typeof UNKNOWN_REASONS)[number];
  readonly rationale: string;
}
