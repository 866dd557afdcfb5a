import type { AnnotationStrategy } from '../judges/annotation.ts';

/** The design of a label: the strategy of the claim that asked for it, or `unstated` without a known claim. */
export type LabelStrategy = AnnotationStrategy | 'unstated';

/** A request that people labelled, with the verdict of one judge on one metric. The evidence of a calibration. */
export interface LabelledRow {
  /** The request, unique in its workspace. */
  readonly requestId: string;
  readonly admittedAtMs: number;
  /** The trace of the request; empty if it has none. */
  readonly traceId: string;
  readonly metric: string;
  /** The route of the request; empty if it names none. */
  readonly segment: string;
  /** The id of the judge's coordinates, as `subjectIdOf` derives it; empty if no judge was asked. */
  readonly judgeSubject: string;
  /** The model of the judge; empty if no judge was asked. */
  readonly judgeModel: string;
  /** The model that answered the request; empty if it is unknown. */
  readonly judgedModel: string;
  /** The certainty of the judge from 0 to 1; null if the judge states none. */
  readonly confidence: number | null;
  /** The newest verdict of the judge; empty if it was not asked. */
  readonly judge: 'pass' | 'fail' | 'abstained' | 'no_verdict' | '';
  /** The verdict of most people. Rows without a majority are counted elsewhere, and are no rows. */
  readonly human: 'pass' | 'fail';
  readonly strategy: LabelStrategy;
  /** The probability with which the design drew the row; null unless the strategy is `random`. */
  readonly probability: number | null;
}
