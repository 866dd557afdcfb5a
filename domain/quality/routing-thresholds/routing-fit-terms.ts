import type { RoutingParameter } from '../../gateway/routing/tune-rule.ts';

/** The goal of a fit of a routing threshold, and the rule that it tunes. Names are those of documents. */
export interface RoutingFitTerms {
  /** The id of the rule in `routing.rules`. */
  readonly rule_id: string;
  /** The bound to tune; null for the only bound that the rule has. */
  readonly parameter: RoutingParameter | null;
  /** The maximum share of calls that the cheap tier may lose; null if the goal is a saving. */
  readonly quality_budget: number | null;
  /** The share of the largest saving to reach; null if the goal is a budget. */
  readonly target_frontier_pct: number | null;
  /** The metric of the verdicts; null for the only metric that the answers have. */
  readonly metric: string | null;
}

/** The stated options of a fit, before they are checked. */
export interface StatedRoutingTerms {
  readonly rule?: string | undefined;
  readonly param?: string | undefined;
  readonly quality_budget?: number | undefined;
  readonly target_frontier_pct?: number | undefined;
  readonly metric?: string | undefined;
}

/** A fault of the stated options: the option, and a sentence. */
export interface RoutingTermsFault {
  readonly option: keyof StatedRoutingTerms;
  readonly text: string;
}

const PARAM = /^routing\.rules\.(.+)\.(max_input_tokens|min_input_tokens)$/;

/** The terms of a fit from its options; or the first fault among them. */
export function readRoutingFitTerms(
  stated: StatedRoutingTerms,
): RoutingFitTerms | { readonly fault: RoutingTermsFault } {
  const { rule, param, quality_budget: budget, target_frontier_pct: target, metric = null } = stated;
  const found = param === undefined ? null : PARAM.exec(param);
  if ((rule === undefined) === (param === undefined))
    return faultAt('rule', 'Exactly one of `rule` and `param` selects the threshold. Give one of them.');
  if (param !== undefined && found === null)
    return faultAt(
      'param',
      'A parameter has the form `routing.rules.<rule>.max_input_tokens` or `routing.rules.<rule>.min_input_tokens`. Give one of them.',
    );
  if ((budget === undefined) === (target === undefined))
    return faultAt(
      'quality_budget',
      'Exactly one of `quality_budget` and `target_frontier_pct` is the goal of the fit. Give one of them.',
    );
  return {
    rule_id: rule ?? found?.[1] ?? '',
    parameter: (found?.[2] as RoutingParameter | undefined) ?? null,
    quality_budget: budget ?? null,
    target_frontier_pct: target ?? null,
    metric,
  };
}

function faultAt(option: RoutingTermsFault['option'], text: string): { readonly fault: RoutingTermsFault } {
  return { fault: { option, text } };
}
