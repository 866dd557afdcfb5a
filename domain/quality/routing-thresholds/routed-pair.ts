/** The verdict of a judge on an answer. */
export interface JudgedAnswer {
  readonly judgeSubject: string;
  readonly verdict: 'pass' | 'fail';
  readonly certainty: number | null;
}

/** The verdicts on an answer on one metric. */
export interface AnswerVerdicts {
  /** The majority of people; null without one, and for labels of hard cases, which no rate may use. */
  readonly human: 'pass' | 'fail' | null;
  readonly judges: readonly JudgedAnswer[];
}

/** An answer of one tier. */
export interface TierAnswer {
  /** The cost in nano-USD; null if a part of it has no known price. */
  readonly costNanoUsd: bigint | null;
  /** The verdicts by metric. */
  readonly verdicts: ReadonlyMap<string, AnswerVerdicts>;
}

/** A call that its own model answered, and that a shadow call repeated at the tier of the rule. */
export interface ShadowPair {
  readonly requestId: string;
  readonly admittedAtMs: number;
  /** Empty if the call has no trace. */
  readonly traceId: string;
  /** The number of input tokens by which the rule decided: an estimate of the gateway. */
  readonly inputTokens: number;
  readonly served: TierAnswer;
  readonly repeated: TierAnswer;
}

/** A call with a verdict on the answers of both tiers. */
export interface RoutedPair {
  readonly requestId: string;
  readonly admittedAtMs: number;
  readonly traceId: string;
  readonly inputTokens: number;
  readonly isCheapPassed: boolean;
  readonly isDearPassed: boolean;
  readonly cheapNanoUsd: bigint | null;
  readonly dearNanoUsd: bigint | null;
}
