/** The facts about a judge subject when the run read it. */
export interface JudgeStanding {
  /** The id of the judge subject, as cells name it. */
  readonly judge_subject: string;
  /** The model of the judge; empty for an evaluator that is no model. */
  readonly judge_model: string;
  /** True if its verdicts may be compared: a promoted judge, a person or a deterministic check. */
  readonly is_trusted: boolean;
}

/** The cost of the judging of one arm. */
export interface ArmEvaluationCost {
  readonly arm: string;
  /** The sum of known costs, in nano-USD, as a decimal text. */
  readonly nano_usd: string;
  /** True if a part of the sum is an estimate. */
  readonly is_estimated: boolean;
  /** The number of calls whose cost is unknown, which the sum omits. */
  readonly unpriced: number;
}

/** Everything besides its cells that the figures of a run depend on. A run stores it as a document. */
export interface RunFacts {
  /** The digest of the pinned version, as the experiment recorded it. */
  readonly pinned_digest: string;
  /** The digest of the version that the run scored. */
  readonly scored_digest: string;
  /** The number of items of the pinned version that the run had to score, without excluded ones. */
  readonly items: number;
  /** The number of items that are omitted: expired, erased, excluded or missing. */
  readonly excluded_items: number;
  /** The judges of the cells, in the order of their ids. */
  readonly judges: readonly JudgeStanding[];
  /** The costs of verdicts, in the order of the names of arms. */
  readonly evaluation_costs: readonly ArmEvaluationCost[];
}
