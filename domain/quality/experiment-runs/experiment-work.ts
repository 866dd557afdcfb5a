import type { CallPurpose } from '../../spending/paid-call.ts';
import type { JudgeVote } from '../../judges/methods/scoring-ending.ts';
import type { ComposedMethodId } from '../../judges/methods/judge-methods.ts';
import type { ExperimentRunStatus } from '../experiments/experiment-run-statuses.ts';

/** The key of a cell: one item on one arm of a run. */
export interface ExperimentCellKey {
  readonly runId: string;
  /** The place of the item in the dataset version, from 0. */
  readonly position: number;
  readonly arm: string;
}

/** The key of a call. A cell has at most one call for its answer, and one for each seat of its judge. */
export interface ExperimentCallKey extends ExperimentCellKey {
  readonly purpose: CallPurpose;
  /** The place of the model among the seats of the judge, from 0; 0 for an answer. */
  readonly seat: number;
}

/** The judge of an arm, pinned when the run begins. A changed evaluator gives no further verdict. */
export interface PinnedJudge {
  readonly arm: string;
  readonly evaluator: string;
  readonly method: ComposedMethodId;
  readonly metric: string;
  readonly model: string;
  readonly prompt_sha: string;
  readonly eval_ver: string;
  /** The number of seats that must end before there is a verdict. */
  readonly seats: number;
}

/** The result of a call for its cell; `again` if the call is retried. */
export type ExperimentCallEnding =
  | { readonly kind: 'answered'; readonly answer: string }
  | { readonly kind: 'voted'; readonly vote: JudgeVote }
  | { readonly kind: 'failed' }
  | { readonly kind: 'again' };

/** The status of a run for its workflow: states and counts, without prompts, answers or amounts. */
export interface ExperimentStatus {
  readonly state: ExperimentRunStatus;
  /** The code of the refusal; empty unless refused. */
  readonly code: string;
  /** True if the run is not finished and must be cancelled. */
  readonly isStopping: boolean;
  /** The spent share of the run's ceiling, in whole percent; null for a ceiling of 0. */
  readonly spentPercent: number | null;
  readonly cells: number;
  readonly endedCells: number;
}

/** A call that a run must make. */
export interface ExperimentCallWork {
  readonly position: number;
  readonly arm: string;
  readonly seat: number;
  /** The connection, or the seat of an evaluator, whose calls in flight are bounded together. */
  readonly connectionId: string;
}

/** The calls of one page of cells in their present stage. */
export interface ExperimentWork extends ExperimentStatus {
  readonly calls: readonly ExperimentCallWork[];
  /** True if cells of later pages still have to be prepared. */
  readonly hasMore: boolean;
}

/** The end of a run for its workflow. */
export interface ExperimentEnd extends ExperimentStatus {
  /** The word of the verdict; empty for a refused run. */
  readonly verdict: string;
}

/** The maximum number of cells that a run prepares and scores before its workflow continues as new. */
export const CELL_PAGE = 400;
