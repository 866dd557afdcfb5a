/** The answered requests of a segment. */
export interface AnsweredSegment {
  /** The route of the requests; empty for requests without a route. */
  readonly segment: string;
  readonly answered: number;
}

/** The answered requests of a segment about which judges were asked for a metric. */
export interface JudgedSegment {
  readonly metric: string;
  readonly segment: string;
  readonly judged: number;
  /** The requests that at least one judge passed or failed. */
  readonly decided: number;
  /** The requests with a verdict of a licensed unit whose certainty reaches its threshold. */
  readonly licensed: number;
}

/** The requests of a segment that people labelled for a metric. */
export interface LabelledSegment {
  readonly metric: string;
  readonly segment: string;
  readonly labelled: number;
}

/** The counts behind a coverage. All of them have the same window. */
export interface CoverageEvidence {
  readonly answered: readonly AnsweredSegment[];
  readonly judged: readonly JudgedSegment[];
  readonly labelled: readonly LabelledSegment[];
}
