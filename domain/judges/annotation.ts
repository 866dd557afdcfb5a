/**
 * The ways to choose rows for people to label: rows of segments with few labels, rows on which judges were uncertain,
 * or a uniform draw of the judged rows.
 */
export const ANNOTATION_STRATEGIES = ['starved_segments', 'hard_cases', 'random'] as const;
export type AnnotationStrategy = (typeof ANNOTATION_STRATEGIES)[number];

/** The maximum number of rows in a claim. A request for more gets this many. */
export const MAX_CLAIMED = 200;

/** The maximum number of people who may label the same row. */
export const MAX_OVERLAP = 5;

/** The milliseconds for which a claimed row is not offered to others. */
export const CLAIM_LEASE_MS = 3_600_000;

/** The weights of an abstention and of a split panel in the rank of a hard case. */
export const HARD_CASE_WEIGHTS = { abstained: 2, split: 1 } as const;

/** A row that people may label, with its rank under a strategy. */
export interface AnnotationCandidate {
  readonly workspaceId: string;
  readonly environmentId: string;
  readonly requestId: string;
  readonly admittedAt: Date;
  /** The segment of the row; empty if its request names no route. */
  readonly segment: string;
  /** The people who have labelled the row. */
  readonly labelledBy: readonly string[];
  /**
   * The rank: the number of labelled rows of the segment, the weight as a hard case, or the number of rows to draw
   * from.
   */
  readonly rank: number;
}

/** The reason why a row is offered, as a text for people only, not for programs. */
export function priorityReason(strategy: AnnotationStrategy, { segment, rank }: AnnotationCandidate): string {
  if (strategy === 'starved_segments') {
    const where = segment === '' ? 'without a segment' : `of the segment ${segment}`;
    return rank === 1 ? `1 row ${where} is labelled` : `${rank} rows ${where} are labelled`;
  }
  if (strategy === 'random') return `drawn at random from ${rank} judged rows`;
  const { abstained, split } = HARD_CASE_WEIGHTS;
  if (rank === abstained + split) return 'a judge abstained, and a panel was split';
  return rank === abstained ? 'a judge abstained' : 'a panel was split';
}
