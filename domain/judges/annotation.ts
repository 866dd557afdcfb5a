/**
 * The ways to choose rows for people to label: from segments with few labels, or from those where judges were not sure.
 */
export const ANNOTATION_STRATEGIES = ['starved_segments', 'hard_cases'] as const;
export type AnnotationStrategy = (typeof ANNOTATION_STRATEGIES)[number];

/** Rows of one claim; who asks for more is given as many. */
export const MAX_CLAIMED = 200;

/** People who may be given the same row. */
export const MAX_OVERLAP = 5;

/** Milliseconds for which a claimed row is not offered to others. */
export const CLAIM_LEASE_MS = 3_600_000;

/** The weights of an abstained judge, and of a panel that disagrees, in the rank of a hard case. */
export const HARD_CASE_WEIGHTS = { abstained: 2, split: 1 } as const;

/** A row that people may be asked to label, by the rank of its strategy. */
export interface AnnotationCandidate {
  readonly workspaceId: string;
  readonly environmentId: string;
  readonly requestId: string;
  readonly admittedAt: Date;
  /** Empty where its request names no route. */
  readonly segment: string;
  /** People who labelled it. */
  readonly labelledBy: readonly string[];
  /** Labelled rows of its segment, or its weight as a hard case. */
  readonly rank: number;
}

/** The reason why a row is offered, for people: no program should read it. */
export function priorityReason(strategy: AnnotationStrategy, { segment, rank }: AnnotationCandidate): string {
  if (strategy === 'starved_segments') {
    const where = segment === '' ? 'without a segment' : `of the segment ${segment}`;
    return rank === 1 ? `1 row ${where} is labelled` : `${rank} rows ${where} are labelled`;
  }
  const { abstained, split } = HARD_CASE_WEIGHTS;
  if (rank === abstained + split) return 'a judge abstained, and a panel was split';
  return rank === abstained ? 'a judge abstained' : 'a panel was split';
}
