import type { AnnotationCandidate, AnnotationStrategy } from '../../domain/judges/annotation.ts';

/** A search for rows to label. */
export interface CandidateSearch {
  readonly strategy: AnnotationStrategy;
  /** The seed of a `random` order, equal for all pages of a claim; absent for other strategies. */
  readonly seed?: string;
  /** The segment; empty for all segments. */
  readonly segment: string;
  /** The earliest admission of the requests. */
  readonly since: Date;
  /** The number of people whose labels complete a row. */
  readonly overlap: number;
  /**
   * The annotator. Rows that this person has labelled are not offered again. A `random` search omits only rows that
   * were labelled after a random draw, because otherwise the rows that another strategy chose could not be drawn.
   */
  readonly annotator: string;
  readonly limit: number;
  /** The number of first rows to skip. */
  readonly offset: number;
}

/**
 * Finds the rows that can be offered, in the order in which they are to be labelled. Undefined if there is no segment
 * to rank, because nothing was labelled or judged in any.
 *
 * @throws Refusal `budget_exceeded`
 */
export type FindCandidates = (search: CandidateSearch) => Promise<readonly AnnotationCandidate[] | undefined>;
