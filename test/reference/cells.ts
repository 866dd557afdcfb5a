import type { Unit, UnavailableReason } from '../../domain/insight/insight-sets.ts';
import type { Attempt } from '../../contracts/ingest/events/attempt.ts';
import type { AnswerGroup } from '../../contracts/insight/answer/answer-group.ts';
import { ratioText, usdText, wholeText } from './decimal.ts';
import type { Splittable } from './facet-values.ts';
import { canShow, type AskedGroup, type GroupFacts } from './group-facts.ts';
import { isSplit } from './group-filter.ts';
import { latencySummary, readLatencySamples, type LatencyMethod, type LatencyMetric } from './latency.ts';
import { computeProtection } from './protection.ts';
import { isPriceUnknown, computeSpend } from './spend.ts';
import type { Coverage } from './spans.ts';
import type { Question } from './world.ts';

type Value = AnswerGroup['cells'][number]['value'];
type Entry = (Value & { state: 'partial' })['coverage'][number];

/** All inputs for the cells of one group. */
export interface MeasuredGroup {
  readonly facts: GroupFacts;
  readonly excluded: GroupFacts;
  /** The number of all requests of the purpose and span, for any facet value. */
  readonly wholeObserved: number;
  /** Absent for the complete purpose. */
  readonly split?: AskedGroup;
  /** The start of the group's span. */
  readonly fromMs: number;
  /** The known gaps of the span in the gateways' journal, in the control plane, and in both. */
  readonly journalGaps: readonly Coverage[];
  readonly controlPlaneGaps: readonly Coverage[];
  readonly allGaps: readonly Coverage[];
  readonly methodOf: (metric: LatencyMetric) => LatencyMethod;
}

const MONEY = ['provider_spend.v1', 'activity_spend.v1', 'cost_per_1000_requests.v1', 'cost_per_completed.v1'];
const NOBODY_WRITES = [
  'test_quality.v1',
  'paired_reduction.v1',
  'cohort_projection.v1',
  'budget_standing.v1',
  'attention_rules.v1',
  'saved_view.v1',
];

const KIND: Readonly<Record<string, Splittable | undefined>> = {
  'requests.v1': 'requests',
  'outcomes.v1': 'requests',
  'completion_rate.v1': 'requests',
  'failure_rate.v1': 'requests',
  'route_mix.v1': 'requests',
  'model_mix.v1': 'requests',
  'response_latency.v1': 'requests',
  'first_output_latency.v1': 'requests',
  'tokens.v1': 'tokens',
  'input_tokens.v1': 'tokens',
  'output_tokens.v1': 'tokens',
  'cached_tokens.v1': 'tokens',
  'reasoning_tokens.v1': 'tokens',
  'provider_spend.v1': 'spend',
  'activity_spend.v1': 'spend',
  'cost_per_1000_requests.v1': 'unit_costs',
  'cost_per_completed.v1': 'unit_costs',
  'app_feedback.v1': 'feedback',
  'app_feedback_rated_requests.v1': 'feedback',
  'team_runs.v1': 'team_runs_and_protection',
  'protection.v1': 'team_runs_and_protection',
  'release_annotations.v1': 'markers',
};
const OF_THE_PIN = ['freshness_lag.v1', 'coverage.v1'];

export function isMoney(metric: string): boolean {
  return MONEY.includes(metric);
}

/** The value of a metric in a group, by the first rule that applies. */
export function cellValue(metric: string, group: MeasuredGroup, question: Question): Value {
  if (NOBODY_WRITES.includes(metric)) return none('no_producer');
  const kind = KIND[metric];
  if (kind === undefined)
    return OF_THE_PIN.includes(metric) ? pinValue(metric, group, question) : none('metric_version_absent');
  if (isMoney(metric) && !question.scope.mayReadCost) return none('scope_not_authorized');
  if (!canShow(group.split, kind) || !isSplit(question, kind)) return none('not_observed');
  if (populationSize(metric, group.facts) === 0 && (populationSize(metric, group.excluded) ?? 0) > 0) {
    return none('excluded');
  }
  return overNothing(metric, RULES[metric]?.(group, question) ?? none('no_producer'), group, question);
}

/** The value of a count over no facts. It is not zero if no producer ever wrote or if the span is in the future. */
function overNothing(metric: string, value: Value, group: MeasuredGroup, question: Question): Value {
  const size = populationSize(metric, group.facts) ?? group.facts.markers.length;
  if (value.state !== 'available' || value.unit === 'ratio' || size > 0) return value;
  const { lastIndexedMs, evaluatedMs } = question.pin;
  const producer = metric === 'release_annotations.v1' ? 'control_plane_outbox' : 'gateway_journal';
  if (lastIndexedMs[producer] === undefined) return none('coverage_unknown');
  return group.fromMs >= evaluatedMs ? none('not_observed') : value;
}

/** The number of facts from which a metric is computed; undefined if exclusions do not affect the metric. */
function populationSize(metric: string, facts: GroupFacts): number | undefined {
  switch (metric) {
    case 'provider_spend.v1':
    case 'activity_spend.v1':
      return facts.effects.length;
    case 'tokens.v1':
    case 'input_tokens.v1':
    case 'output_tokens.v1':
    case 'cached_tokens.v1':
    case 'reasoning_tokens.v1':
      return facts.attempts.length;
    case 'response_latency.v1':
    case 'first_output_latency.v1':
      return readLatencySamples(facts.terminals, metric).length;
    case 'app_feedback.v1':
    case 'app_feedback_rated_requests.v1':
      return facts.verdicts.length;
    case 'release_annotations.v1':
      return undefined;
    default:
      return facts.observed;
  }
}

type Rule = (group: MeasuredGroup, question: Question) => Value;

const RULES: Readonly<Record<string, Rule | undefined>> = {
  'requests.v1': (group) => requestCount(group, group.facts.observed),
  'outcomes.v1': (group) => requestCount(group, ended(group.facts)),
  'completion_rate.v1': (group) => share(group, succeeded(group.facts), group.facts.observed),
  'failure_rate.v1': (group) =>
    share(group, group.facts.terminals.filter(({ status }) => status === 'failed').length, group.facts.observed),
  'route_mix.v1': (group) => mix('route', group),
  'model_mix.v1': (group) => mix('final_model', group),
  'provider_spend.v1': (group) => spendValue(group, true),
  'activity_spend.v1': (group) => spendValue(group, false),
  'cost_per_1000_requests.v1': (group) => unitCost(group, 1_000n, group.facts.observed),
  'cost_per_completed.v1': (group) => unitCost(group, 1n, succeeded(group.facts)),
  'tokens.v1': (group) => tokens(group, (attempt) => attempt.total_tokens),
  'input_tokens.v1': (group) => tokens(group, (attempt) => attempt.input_tokens),
  'output_tokens.v1': (group) => tokens(group, (attempt) => attempt.output_tokens),
  'cached_tokens.v1': (group) => tokens(group, (attempt) => attempt.cache_read_tokens),
  'reasoning_tokens.v1': (group) => tokens(group, (attempt) => attempt.reasoning_tokens),
  'response_latency.v1': (group) => latency('response_latency.v1', group),
  'first_output_latency.v1': (group) => latency('first_output_latency.v1', group),
  'release_annotations.v1': annotations,
  'app_feedback.v1': (group) => feedback(group, group.facts.verdicts.length),
  'app_feedback_rated_requests.v1': (group) =>
    feedback(group, new Set(group.facts.verdicts.map((verdict) => verdict.logical_request_id)).size),
  'team_runs.v1': teamRuns,
  'protection.v1': protection,
};

export function succeeded({ terminals }: GroupFacts): number {
  return terminals.filter((terminal) => terminal.status === 'succeeded').length;
}

/** The number of requests with a known outcome. */
function ended({ terminals }: GroupFacts): number {
  return terminals.filter((terminal) => terminal.status !== 'unknown').length;
}

function requestCount({ facts, journalGaps }: MeasuredGroup, number: number): Value {
  if (journalGaps.length > 0 && facts.observed === 0) return none('coverage_unknown');
  return number_(BigInt(number), 'count', journalGaps);
}

function share({ journalGaps }: MeasuredGroup, part: number, whole: number): Value {
  if (journalGaps.length > 0) return none('coverage_unknown');
  if (whole === 0) return none('denominator_zero');
  return { state: 'available', number: ratioText(BigInt(part), BigInt(whole)), unit: 'ratio' };
}

/**
 * The share of the purpose's requests that are in the group, for the mix's own facet. For other facets, the share of
 * the group's requests that were served.
 */
function mix(own: 'route' | 'final_model', group: MeasuredGroup): Value {
  const { split } = group;
  const isOwn = split !== undefined && 'member' in split && split.member === own;
  if (isOwn) return share(group, group.facts.observed, group.wholeObserved);
  const served = group.facts.terminals.filter(
    (terminal) => terminal.final_model !== undefined && (own === 'final_model' || terminal.route_id !== undefined),
  );
  return share(group, served.length, group.facts.observed);
}

function spendValue({ facts, journalGaps }: MeasuredGroup, corrected: boolean): Value {
  const spend = computeSpend(facts.effects);
  const knownEffects = corrected ? spend.priced + spend.adjustments : spend.priced;
  const isUnknown = isPriceUnknown(spend, facts.attempts.length);
  if (isUnknown && knownEffects === 0) return none('unpriced_population');
  if (journalGaps.length > 0 && knownEffects === 0) return none('coverage_unknown');
  const missing: Entry[] = [...journalGaps, ...(isUnknown ? (['unpriced_population'] as const) : [])];
  return number_(corrected ? spend.nanos : spend.settledNanos, 'nano_usd', missing);
}

function unitCost({ facts, journalGaps }: MeasuredGroup, factor: bigint, requests: number): Value {
  if (journalGaps.length > 0) return none('coverage_unknown');
  const spend = computeSpend(facts.effects);
  if (isPriceUnknown(spend, facts.attempts.length)) return none('unpriced_population');
  if (requests === 0) return none('denominator_zero');
  return { state: 'available', ...numberIn('nano_usd', wholeText(spend.nanos * factor, BigInt(requests))) };
}

/** The tokens of the attempts that state a count. */
function tokens({ facts, journalGaps }: MeasuredGroup, of: (attempt: Attempt) => number | undefined): Value {
  const counts = facts.attempts.map(of).filter((count) => count !== undefined);
  const sum = counts.reduce((total, count) => total + BigInt(count), 0n);
  const unknown = counts.length < facts.attempts.length;
  const missing: Entry[] = [...journalGaps, ...(unknown ? (['usage_unknown'] as const) : [])];
  if (missing.length > 0 && counts.length === 0) return none('coverage_unknown');
  return number_(sum, 'tokens', missing);
}

function latency(metric: LatencyMetric, { facts, journalGaps, methodOf }: MeasuredGroup): Value {
  if (journalGaps.length > 0) return none('coverage_unknown');
  const { quantiles } = latencySummary(facts.terminals, metric, methodOf(metric), false).populations[0] ?? {};
  if (quantiles === undefined) return none('not_observed');
  return { state: 'available', number: quantiles.p95, unit: 'milliseconds' };
}

function annotations({ facts, controlPlaneGaps }: MeasuredGroup, { pin }: Question): Value {
  if (pin.lastIndexedMs.control_plane_outbox === undefined) return none('coverage_unknown');
  if (controlPlaneGaps.length > 0 && facts.markers.length === 0) return none('coverage_unknown');
  return number_(BigInt(facts.markers.length), 'marker', controlPlaneGaps);
}

function feedback({ facts, controlPlaneGaps }: MeasuredGroup, number: number): Value {
  if (facts.verdicts.length === 0) return none(controlPlaneGaps.length > 0 ? 'coverage_unknown' : 'not_observed');
  return number_(BigInt(number), 'count', controlPlaneGaps);
}

function teamRuns({ facts, journalGaps }: MeasuredGroup): Value {
  const ofTeams = facts.admissions.filter((request) => request.team_id !== undefined);
  const traced = ofTeams.filter((request) => request.trace_id !== undefined);
  const runs = new Set(traced.map((request) => JSON.stringify([request.team_id, request.trace_id]))).size;
  const untraced = traced.length < ofTeams.length;
  const missing: Entry[] = [...journalGaps, ...(untraced ? (['trace_unknown'] as const) : [])];
  if (missing.length > 0 && runs === 0) return none('coverage_unknown');
  return number_(BigInt(runs), 'count', missing);
}

function protection({ facts, journalGaps }: MeasuredGroup): Value {
  const { observed_requests: observed, unknown_requests: unknown, evaluated } = computeProtection(facts);
  if (observed === '0' && facts.evaluations.length === 0) return none('not_observed');
  const isWhole = unknown === '0' && observed !== '0';
  const missing: Entry[] = [...journalGaps, ...(isWhole ? [] : (['protection_observations_missing'] as const))];
  return number_(BigInt(evaluated), 'count', missing);
}

function pinValue(metric: string, { allGaps }: MeasuredGroup, { pin }: Question): Value {
  const { gateway_journal: journal, control_plane_outbox: controlPlane } = pin.lastIndexedMs;
  if (metric === 'freshness_lag.v1') {
    if (journal === undefined) return none('coverage_unknown');
    const seconds = Math.max(0, Math.floor((pin.evaluatedMs - journal) / 1_000));
    return { state: 'available', number: String(seconds), unit: 'seconds' };
  }
  if (journal === undefined && controlPlane === undefined) return none('coverage_unknown');
  return number_(BigInt(allGaps.length), 'coverage', allGaps);
}

function number_(number: bigint, unit: Unit, missing: readonly Entry[]): Value {
  return missing.length === 0
    ? { state: 'available', ...numberIn(unit, String(number)) }
    : { state: 'partial', ...numberIn(unit, String(number)), coverage: [...missing] };
}

function numberIn(unit: Unit, number: string): { number: string; unit: Unit; amount_usd?: string } {
  return unit === 'nano_usd' ? { number, unit, amount_usd: usdText(number) } : { number, unit };
}

function none(reason: UnavailableReason): Value {
  return { state: 'unavailable', reason };
}
