import type { AnnotationCandidate, AnnotationStrategy } from '../../domain/judges/annotation.ts';

/** The search for rows. */
export interface CandidateSearch {
  readonly strategy: AnnotationStrategy;
  /** Empty: of every segment. */
  readonly segment: string;
  /** Rows of requests from then on. */
  readonly since: Date;
  /** The number of people after whose labels a row is done. */
  readonly overlap: number;
  /** The annotator. Rows that this person has labelled are done for them. */
  readonly annotator: string;
  readonly limit: number;
  /** The number of first rows to skip. */
  readonly offset: number;
}

/**
 * The rows that may be offered, the first to be labelled first; undefined where there is no segment to rank, because
 * nobody has labelled or judged anything there.
 *
 * @throws Refusal `budget_exceeded`
 */
export type FindCandidates = (search: CandidateSearch) => Promise<readonly AnnotationCandidate[] | undefined>;
