import type { AnnotationStrategy } from './annotation.ts';

/** The design of a label: how its row came to be offered. */
export interface LabelDesign {
  readonly strategy: AnnotationStrategy;
  /** The probability with which the claim drew the row, above 0; null unless the strategy is `random`. */
  readonly probability: number | null;
}
