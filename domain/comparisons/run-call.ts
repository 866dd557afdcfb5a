import type { CallPurpose } from '../spending/paid-call.ts';
import type { Arm } from './figures/cell.ts';
import type { CellFailure } from './failures-without-call.ts';
import type { UNKNOWN_REASONS, VerdictOutcome } from './verdict.ts';

/** The key of a call in a run. Each case has one call of each purpose on each arm. */
export interface RunCallKey {
  readonly runId: string;
  /** The index of the case in the sample, from 0. */
  readonly position: number;
  readonly arm: Arm;
  readonly purpose: CallPurpose;
}

/** The result of a call for its cell or verdict; `again` if the call is retried. */
export type RunCallEnding =
  | { readonly kind: 'answered'; readonly answer: string; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly failureCode: CellFailure }
  | MachineVerdict
  | { readonly kind: 'again' };

/** The verdict of a judge or a label check on an answer. */
export interface MachineVerdict {
  readonly kind: 'verdict';
  readonly outcome: VerdictOutcome;
  /** The reason code; empty unless the outcome is unknown. */
  readonly reasonCode: '' | (typeof UNKNOWN_REASONS)[number];
  readonly rationale: string;
}
