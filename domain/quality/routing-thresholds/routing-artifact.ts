import type { RoutingParameter } from '../../gateway/routing/tune-rule.ts';
import type { CalibrationPart, CalibrationWindow, PartSummary } from '../calibration/artifact.ts';

/** A tier as a fit compares it. */
export interface FittedTier {
  readonly tier: string;
  readonly model: string;
}

/** The calls from which a routing threshold was fitted. */
export interface RoutingCensus {
  /** The calls of the rule with answers of both tiers. */
  readonly pairs: number;
  /** The pairs with a verdict on both answers. Only these count. */
  readonly labelled: number;
  /** The verdicts of people, and of judges that the active calibration accepts; two for each labelled pair. */
  readonly by_people: number;
  readonly by_judges: number;
  /** True if the window has more pairs than a fit reads; the newest are kept. */
  readonly is_capped: boolean;
}

/** A candidate for the threshold over the calibration part. */
export interface TestedRoute {
  readonly threshold: number;
  /** The calls that the cheap tier answers at this threshold. */
  readonly routed: number;
  /** The calls among them that only the dear tier would pass. */
  readonly losses: number;
  /** The share of all calls that pass at this threshold. */
  readonly quality: number;
  /** The saving in nano-USD, in digits; null if a cost is unknown. */
  readonly saving_nano_usd: string | null;
  /** True if no other candidate costs less and passes as much, or passes more and costs as much; null if unpriced. */
  readonly is_on_frontier: boolean | null;
}

/** The reason why the gate failed, with the largest accepted and the present number of losses. */
export interface RoutingGateRefusal {
  readonly code: 'loss_above_limit';
  readonly need: number;
  readonly have: number;
  readonly text: string;
}

/** The result of a fit of a routing threshold. It has no effect until it is activated. */
export interface RoutingArtifact {
  readonly id: string;
  readonly workspace_id: string;
  readonly fitted_at: string;
  /** The digest of the tiers, rules and fallbacks for which the threshold holds. */
  readonly fingerprint: string;
  readonly rule_id: string;
  readonly parameter: RoutingParameter;
  /** The configured number of input tokens; null if the rule has no such bound. */
  readonly old_threshold: number | null;
  readonly threshold: number;
  readonly cheap: FittedTier;
  readonly dear: FittedTier;
  readonly metric: string;
  /** Exactly one of the two goals is not null. */
  readonly quality_budget: number | null;
  readonly target_frontier_pct: number | null;
  /** The maximum loss that the gate accepts: the budget, or the configured tolerance. */
  readonly limit: number;
  readonly confidence: number;
  readonly min_labeled: number;
  /** The largest tolerance of the judges whose verdicts count; null if only people judged. */
  readonly judge_tolerance: number | null;
  readonly window: CalibrationWindow;
  readonly census: RoutingCensus;
  /** The labelled pairs of each part. */
  readonly parts: Readonly<Record<CalibrationPart, PartSummary>>;
  /** The candidates over the calibration part, strictest first. */
  readonly tested: readonly TestedRoute[];
  /** The calls of the holdout that the cheap tier answers, and those among them that only the dear tier would pass. */
  readonly routed: number;
  readonly losses: number;
  /** The losses over all calls of the holdout, and the exact upper bound of this share at the confidence. */
  readonly loss: number;
  readonly loss_upper_bound: number;
  /** The largest share of losses with which the holdout would pass. */
  readonly allowance: number;
  readonly gate_passed: boolean;
  /** Null exactly if the gate passed. */
  readonly refusal: RoutingGateRefusal | null;
  /** The saving over the holdout, and the cost of its answers of the dear tier, in nano-USD; null if unpriced. */
  readonly saving_nano_usd: string | null;
  readonly dear_cost_nano_usd: string | null;
  /** The SHA-256 of the canonical JSON without `id`, `fitted_at` and `digest`, in hexadecimal digits. */
  readonly digest: string;
}
