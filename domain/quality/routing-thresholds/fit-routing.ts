import { binomialAtMost } from '../../statistics/selective-risk/binomial-at-most.ts';
import { binomialUpperBound } from '../../statistics/selective-risk/binomial-upper-bound.ts';
import { maximumErrors } from '../../statistics/selective-risk/maximum-errors.ts';
import { rowsToCertify } from '../../statistics/selective-risk/rows-to-certify.ts';
import { thresholdGrid } from '../../statistics/selective-risk/threshold-grid.ts';
import type { CalibrationPart } from '../calibration/artifact.ts';
import { errorProbabilityOf } from '../calibration/error-probability-of.ts';
import type { FitRefusal } from '../calibration/lifecycle.ts';
import { byPart, presentSpans, spanOf } from '../calibration/part-span.ts';
import { splitByTime } from '../calibration/split-by-time.ts';
import type { TunedRule } from './find-tuned-rule.ts';
import type { LabelledPairs } from './label-pairs.ts';
import type { RoutedPair } from './routed-pair.ts';
import type { RoutingArtifact, TestedRoute } from './routing-artifact.ts';
import type { RoutingFitTerms } from './routing-fit-terms.ts';
import {
  belowDetectableLoss,
  NO_ROUTING_CONFIDENCE,
  noRoutingThresholdPassed,
  noSaving,
  oneThreshold,
  tooFewLabelledPairs,
  unpricedTier,
} from './routing-refusals.ts';
import { frontierCuts, sumOrNull, sweepRoutes, type SweptRoute } from './sweep-routes.ts';

/** The evidence of a fit, and its terms. */
export interface RoutingFitInput {
  readonly workspaceId: string;
  readonly fingerprint: string;
  readonly rule: TunedRule;
  readonly terms: Pick<RoutingFitTerms, 'quality_budget' | 'target_frontier_pct'>;
  /** The confidence, strictly between 0 and 1; undefined if neither the request nor the configuration states one. */
  readonly confidence: number | undefined;
  readonly minLabeled: number;
  /** The maximum loss of a fit whose goal is a saving: the configured tolerance of the metric. */
  readonly tolerance: number;
  readonly labelled: LabelledPairs;
  readonly isCapped: boolean;
  readonly arrivalHighWater: string;
}

/** An artifact before it has an id, a time and a digest. The same pairs in any order give the same content. */
export type RoutingContent = Omit<RoutingArtifact, 'id' | 'fitted_at' | 'digest'>;

/** The result of a fit: an artifact, or the reason why there is none. */
export type RoutingOutcome = { readonly content: RoutingContent } | { readonly refusal: FitRefusal };

/** The pairs of each part, and what a fit tests them by. */
interface SplitPairs {
  readonly parts: Readonly<Record<CalibrationPart, readonly RoutedPair[]>>;
  readonly limit: number;
  readonly delta: number;
}

/** The digits of a share that a target has. */
const SCALE = 1_000_000_000;

/**
 * Fits the threshold of a rule, or refuses to. The oldest half of the pairs gives the candidates, the next quarter
 * chooses one, and the newest quarter alone decides whether the gate passes.
 */
export function fitRouting(input: RoutingFitInput): RoutingOutcome {
  const { terms, confidence, labelled, rule } = input;
  if (confidence === undefined) return { refusal: NO_ROUTING_CONFIDENCE };
  const limit = terms.quality_budget ?? input.tolerance;
  const split = { parts: splitPairs(labelled.pairs), limit, delta: errorProbabilityOf(confidence) };
  const missing = missingPairs(input, split, confidence);
  if (missing !== undefined) return { refusal: missing };

  const cuts = cutsOf(split.parts.fit);
  if (cuts.length < 2) return { refusal: oneThreshold(cuts[0]) };
  const routes = sweepRoutes(split.parts.calibration, cuts);
  const frontier = frontierCuts(routes);
  const chosen =
    terms.target_frontier_pct === null
      ? chooseByBudget(routes, split, (cut) => thresholdOf(rule, cut))
      : chooseBySaving(routes, frontier, terms.target_frontier_pct, rule);
  if ('refusal' in chosen) return chosen;
  const tested = routes.map((route) => testedRoute(route, rule, split.parts.calibration.length, frontier));
  return { content: contentOf(input, { ...split, confidence }, chosen, tested) };
}

/** The first reason why the pairs cannot support a fit; undefined if there is none. */
function missingPairs(
  { terms, minLabeled, labelled: { pairs, census }, rule }: RoutingFitInput,
  { parts, limit, delta }: SplitPairs,
  confidence: number,
): FitRefusal | undefined {
  if (pairs.length < minLabeled) return tooFewLabelledPairs(minLabeled, pairs.length, census.pairs);
  const need = rowsToCertify(limit, delta);
  const have = Math.min(parts.calibration.length, parts.holdout.length);
  if (have < need) return belowDetectableLoss(need, have, limit, confidence);
  if (terms.target_frontier_pct === null) return undefined;
  const tiers = [
    { model: rule.cheap.model, costs: pairs.map(({ cheapNanoUsd }) => cheapNanoUsd) },
    { model: rule.dear.model, costs: pairs.map(({ dearNanoUsd }) => dearNanoUsd) },
  ];
  const unpriced = tiers.find(({ costs }) => costs.includes(null));
  return unpriced && unpricedTier(unpriced.model, pairs.length, unpriced.costs.filter((cost) => cost !== null).length);
}

/** The loosest cut of a fixed sequence in which the loss over all calls is shown to be within the limit. */
function chooseByBudget(
  routes: readonly SweptRoute[],
  { parts, limit, delta }: SplitPairs,
  thresholdAt: (cut: number) => number,
): SweptRoute | { readonly refusal: FitRefusal } {
  const rows = parts.calibration.length;
  const failed = routes.findIndex(({ losses }) => binomialAtMost(losses, rows, limit) > delta);
  const chosen = failed === -1 ? routes.at(-1) : routes[failed - 1];
  if (chosen !== undefined) return chosen;
  const [{ losses, cut } = { losses: 0, cut: 0 }] = routes;
  const need = maximumErrors(rows, limit, delta) ?? 0;
  return { refusal: noRoutingThresholdPassed(need, losses, { rows, threshold: thresholdAt(cut) }, limit) };
}

/** The strictest cut that saves a share of the largest saving on the frontier. */
function chooseBySaving(
  routes: readonly SweptRoute[],
  frontier: ReadonlySet<number> | undefined,
  target: number,
  { cheap, dear }: TunedRule,
): SweptRoute | { readonly refusal: FitRefusal } {
  const largest = routes.reduce((most, { cut, savingNanoUsd }) => {
    const saving = savingNanoUsd ?? 0n;
    return frontier?.has(cut) === true && saving > most ? saving : most;
  }, 0n);
  const share = BigInt(Math.round(target * SCALE));
  const chosen = routes.find(({ savingNanoUsd }) => (savingNanoUsd ?? 0n) * BigInt(SCALE) >= largest * share);
  if (largest === 0n || chosen === undefined) return { refusal: noSaving(cheap.model, dear.model) };
  return chosen;
}

function contentOf(
  input: RoutingFitInput,
  { parts, limit, delta, confidence }: SplitPairs & { readonly confidence: number },
  { cut }: SweptRoute,
  tested: readonly TestedRoute[],
): RoutingContent {
  const { rule, terms, labelled } = input;
  const { holdout } = parts;
  const rows = holdout.length;
  const [{ routed, losses, savingNanoUsd } = { routed: 0, losses: 0, savingNanoUsd: null }] = sweepRoutes(holdout, [
    cut,
  ]);
  // The holdout has enough rows to pass without a loss, as `missingPairs` checks.
  const most = maximumErrors(rows, limit, delta) ?? 0;
  const hasPassed = losses <= most;
  const text = `${losses} of ${rows} calls that are held out are lost. At most ${most} may be lost to show a loss of at most ${limit} at the confidence ${confidence}. State a smaller goal, or label more pairs.`;
  const spans = presentSpans(byPart((part) => spanOf(parts[part])));
  return {
    workspace_id: input.workspaceId,
    fingerprint: input.fingerprint,
    rule_id: rule.ruleId,
    parameter: rule.parameter,
    old_threshold: rule.oldThreshold,
    threshold: thresholdOf(rule, cut),
    cheap: rule.cheap,
    dear: rule.dear,
    metric: labelled.metric,
    quality_budget: terms.quality_budget,
    target_frontier_pct: terms.target_frontier_pct,
    limit,
    confidence,
    min_labeled: input.minLabeled,
    judge_tolerance: labelled.judgeTolerance,
    window: { ...spans.window, arrival_high_water: input.arrivalHighWater },
    census: { ...labelled.census, is_capped: input.isCapped },
    parts: spans.parts,
    tested,
    routed,
    losses,
    loss: losses / rows,
    loss_upper_bound: binomialUpperBound(losses, rows, delta),
    allowance: most / rows,
    gate_passed: hasPassed,
    refusal: hasPassed ? null : { code: 'loss_above_limit', need: most, have: losses, text },
    saving_nano_usd: digitsOf(savingNanoUsd),
    dear_cost_nano_usd: digitsOf(sumOrNull(holdout.map(({ dearNanoUsd }) => dearNanoUsd))),
  };
}

function splitPairs(pairs: readonly RoutedPair[]): SplitPairs['parts'] {
  const parts = splitByTime(pairs);
  return byPart((part) => pairs.filter((_, index) => parts[index] === part));
}

/** The distinct deciles of the input tokens, smallest first; the last one routes every pair. */
function cutsOf(pairs: readonly RoutedPair[]): number[] {
  return thresholdGrid(pairs.map(({ inputTokens }) => -inputTokens)).map((score) => -score);
}

/** A maximum includes the cut, and a minimum begins after it. */
function thresholdOf({ parameter }: Pick<TunedRule, 'parameter'>, cut: number): number {
  return parameter === 'max_input_tokens' ? cut : cut + 1;
}

function testedRoute(
  { cut, routed, losses, passes, savingNanoUsd }: SweptRoute,
  rule: TunedRule,
  rows: number,
  frontier: ReadonlySet<number> | undefined,
): TestedRoute {
  return {
    threshold: thresholdOf(rule, cut),
    routed,
    losses,
    quality: passes / rows,
    saving_nano_usd: digitsOf(savingNanoUsd),
    is_on_frontier: frontier?.has(cut) ?? null,
  };
}

function digitsOf(amount: bigint | null): string | null {
  return amount === null ? null : String(amount);
}
