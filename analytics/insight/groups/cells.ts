import { isMetric, showsMoney, type ProducedMetric } from '../../../contracts/insight/measurement-catalogue.ts';
import type { AnswerGroup } from '../../../contracts/insight/answer-group.ts';
import type { ReadContext } from '../../../contracts/insight/read-context.ts';
import {
  completionOf,
  completionRateValue,
  observedRequests,
  outcomesValue,
  requestsValue,
} from '../../../domain/insight/figures/completion.ts';
import { coverageEntries, type CoverageEntry } from '../../../domain/insight/coverage.ts';
import type { FacetedPopulation } from '../../../domain/insight/faceted-population.ts';
import { feedbackValue, ratedRequestsValue } from '../../../domain/insight/figures/feedback-values.ts';
import { coverageValue, freshnessLagValue } from '../../../domain/insight/indexing-values.ts';
import type { AdditiveFigure } from '../../../domain/insight/group-sums.ts';
import { latencyValue } from '../../../domain/insight/figures/latency-value.ts';
import { modelMixValue, routeMixValue } from '../../../domain/insight/figures/mix-values.ts';
import { protectionValue } from '../../../domain/insight/figures/protection-value.ts';
import { releaseAnnotationsValue } from '../../../domain/insight/release-annotations-value.ts';
import { activitySpendValue, providerSpendValue } from '../../../domain/insight/figures/spend-values.ts';
import { teamRunsValue } from '../../../domain/insight/figures/team-runs-value.ts';
import { tokenKindValue, tokensValue } from '../../../domain/insight/figures/tokens-value.ts';
import { costPer1000RequestsValue, costPerCompletedValue } from '../../../domain/insight/figures/unit-cost-values.ts';
import { unavailable, type MeasuredValue } from '../../../domain/insight/measured-value.ts';
import type { ProducerClass, TokenKind } from '../../../domain/insight/insight-sets.ts';
import { isToldBy, latencyOf, type GroupFigures } from './group-figures.ts';
import type { Span } from './span.ts';

/** What cells say beside the facts: the pin of the answer, and what its reader may see. */
export interface CellTerms {
  readonly pin: ReadContext;
  readonly mayReadCost: boolean;
}

/** What every group of a span is told by: known once, where thousands of groups are of a few spans. */
export interface SpanTerms extends CellTerms {
  /** The span has not begun at the moment of the pin. */
  readonly isToCome: boolean;
  /** Coverage entries of the span, by the producer that a population comes from. */
  readonly traffic: readonly CoverageEntry[];
  readonly controlPlane: readonly CoverageEntry[];
  readonly all: readonly CoverageEntry[];
}

/** What a metric's value is computed from. */
interface Computation extends Omit<SpanTerms, 'mayReadCost'> {
  readonly figures: GroupFigures;
}

/** How many facts of a population count, and how many exclusions leave out. */
type Population = (figures: GroupFigures) => { readonly left: bigint; readonly excluded: bigint };

interface MetricRule {
  /** Decides which facets can tell the metric's facts apart. */
  readonly of: FacetedPopulation;
  /** Absent where exclusions leave nothing out. */
  readonly population?: Population;
  readonly value: (computation: Computation) => MeasuredValue;
}

const requests: Population = ({ sums, excluded }) => ({
  left: observedRequests(sums),
  excluded: observedRequests(excluded),
});
const markers: Population = ({ markers: left }) => ({ left, excluded: 0n });
const verdicts: Population = ({ feedback, excludedFeedback }) => ({
  left: feedback.verdicts,
  excluded: excludedFeedback.verdicts,
});

function summed(figure: AdditiveFigure): Population {
  return ({ sums, excluded }) => ({ left: sums[figure], excluded: excluded[figure] });
}

function tokensOf(kind: TokenKind): MetricRule {
  return {
    of: 'attempts',
    population: summed('attempts'),
    value: ({ figures, traffic }) => tokenKindValue(kind, figures.sums, traffic),
  };
}

/** What each metric counts, over which facts. */
const RULES: Readonly<Record<ProducedMetric, MetricRule>> = {
  'requests.v1': {
    of: 'requests',
    population: requests,
    value: ({ figures, traffic }) => requestsValue(completionOf(figures.sums), traffic),
  },
  'outcomes.v1': {
    of: 'requests',
    population: requests,
    value: ({ figures, traffic }) => outcomesValue(completionOf(figures.sums), traffic),
  },
  'completion_rate.v1': {
    of: 'requests',
    population: requests,
    value: ({ figures, traffic }) => completionRateValue(completionOf(figures.sums), traffic),
  },
  'provider_spend.v1': {
    of: 'cost_effects',
    population: summed('effects'),
    value: ({ figures, traffic }) => providerSpendValue(figures.sums, traffic),
  },
  'activity_spend.v1': {
    of: 'cost_effects',
    population: summed('effects'),
    value: ({ figures, traffic }) => activitySpendValue(figures.sums, traffic),
  },
  'cost_per_1000_requests.v1': {
    of: 'unit_costs',
    population: requests,
    value: ({ figures, traffic }) => costPer1000RequestsValue(figures.sums, traffic),
  },
  'cost_per_completed.v1': {
    of: 'unit_costs',
    population: requests,
    value: ({ figures, traffic }) => costPerCompletedValue(figures.sums, traffic),
  },
  'tokens.v1': {
    of: 'attempts',
    population: summed('attempts'),
    value: ({ figures, traffic }) => tokensValue(figures.sums, traffic),
  },
  'input_tokens.v1': tokensOf('input'),
  'output_tokens.v1': tokensOf('output'),
  'cached_tokens.v1': tokensOf('cached'),
  'reasoning_tokens.v1': tokensOf('reasoning'),
  'response_latency.v1': {
    of: 'requests',
    population: summed('response_samples'),
    value: ({ figures, traffic }) => latencyValue(latencyOf(figures, 'response_latency.v1'), traffic),
  },
  'first_output_latency.v1': {
    of: 'requests',
    population: summed('first_output_samples'),
    value: ({ figures, traffic }) => latencyValue(latencyOf(figures, 'first_output_latency.v1'), traffic),
  },
  'route_mix.v1': {
    of: 'requests',
    population: requests,
    value: ({ figures, traffic }) => routeMixValue(figures, traffic),
  },
  'model_mix.v1': {
    of: 'requests',
    population: requests,
    value: ({ figures, traffic }) => modelMixValue(figures, traffic),
  },
  'release_annotations.v1': {
    of: 'release_markers',
    value: ({ figures, pin, controlPlane }) =>
      releaseAnnotationsValue(figures.markers, lastIndexedAt(pin, 'control_plane_outbox') !== undefined, controlPlane),
  },
  'app_feedback.v1': {
    of: 'feedback',
    population: verdicts,
    value: ({ figures, controlPlane }) => feedbackValue(figures.feedback, controlPlane),
  },
  'app_feedback_rated_requests.v1': {
    of: 'feedback',
    population: verdicts,
    value: ({ figures, controlPlane }) => ratedRequestsValue(figures.feedback, controlPlane),
  },
  'team_runs.v1': {
    of: 'team_runs',
    population: requests,
    value: ({ figures, traffic }) => teamRunsValue(figures.teamRuns, traffic),
  },
  'protection.v1': {
    of: 'protection',
    population: requests,
    value: ({ figures, traffic }) => protectionValue(protectionCounts(figures), traffic),
  },
  'freshness_lag.v1': {
    of: 'read_context',
    value: ({ pin }) => freshnessLagValue(lastIndexedAt(pin, 'gateway_journal'), new Date(pin.evaluated_at)),
  },
  'coverage.v1': {
    of: 'read_context',
    value: ({ pin, all }) =>
      coverageValue(
        pin.watermarks.some((mark) => mark.last_indexed_at !== undefined),
        all,
      ),
  },
};

/** What is known of a metric before any figure: looked up once for each cell, of which an answer has tens of thousands. */
const PRODUCED: ReadonlyMap<string, MetricRule & { readonly showsMoney: boolean }> = new Map(
  Object.entries(RULES).map(([metric, rule]) => [
    metric,
    { ...rule, showsMoney: showsMoney(metric as ProducedMetric) },
  ]),
);

export function spanTerms({ from, coverage }: Span, { pin, mayReadCost }: CellTerms): SpanTerms {
  return {
    pin,
    mayReadCost,
    isToCome: from >= new Date(pin.evaluated_at),
    traffic: coverageEntries(coverage, 'gateway_journal'),
    controlPlane: coverageEntries(coverage, 'control_plane_outbox'),
    all: coverageEntries(coverage),
  };
}

/** One cell per metric, in the order asked. Each carries the first reason that applies, or the metric's value. */
export function cellsOf(
  metrics: readonly string[],
  figures: GroupFigures,
  { pin, mayReadCost, isToCome, traffic, controlPlane, all }: SpanTerms,
): AnswerGroup['cells'] {
  const computation: Computation = { figures, pin, isToCome, traffic, controlPlane, all };
  return metrics.map((metric) => ({ metric, value: valueOf(metric, computation, mayReadCost) }));
}

/** The requests of a group that protection was observed on, and the others. */
export function protectionCounts({ sums, protection }: GroupFigures): {
  observed: bigint;
  unknown: bigint;
  recorded: bigint;
  evaluated: bigint;
} {
  const observed = sums.protection_observed;
  const { evaluated, errors, notExecuted } = protection;
  const recorded = evaluated + errors + notExecuted;
  return { observed, unknown: observedRequests(sums) - observed, recorded, evaluated };
}

/** True when the group of a facet can show the metric, and what is chosen tells its facts apart. */
export function isShownBy(metric: ProducedMetric, figures: GroupFigures): boolean {
  return isToldBy(RULES[metric].of, figures);
}

function valueOf(metric: string, computation: Computation, mayReadCost: boolean): MeasuredValue {
  const rule = PRODUCED.get(metric);
  if (rule === undefined) return unavailable(isMetric(metric) ? 'no_producer' : 'metric_version_absent');
  if (rule.showsMoney && !mayReadCost) return unavailable('scope_not_authorized');
  const { of, population, value } = rule;
  if (!isToldBy(of, computation.figures)) return unavailable('not_observed');
  const { left, excluded } = (population ?? markers)(computation.figures);
  if (left === 0n && excluded > 0n) return unavailable('excluded');
  const found = value(computation);
  return left === 0n ? overNothing(found, of, computation) : found;
}

/** Nothing is observed of a producer that never wrote, nor of what is to come: a count of it is no zero. */
function overNothing(found: MeasuredValue, of: FacetedPopulation, { pin, isToCome }: Computation): MeasuredValue {
  if (of === 'read_context' || found.state !== 'available' || found.unit === 'ratio') return found;
  const producer = of === 'release_markers' ? 'control_plane_outbox' : 'gateway_journal';
  if (lastIndexedAt(pin, producer) === undefined) return unavailable('coverage_unknown');
  return isToCome ? unavailable('not_observed') : found;
}

function lastIndexedAt(pin: ReadContext, producer: ProducerClass): Date | undefined {
  const text = pin.watermarks.find((watermark) => watermark.producer_class === producer)?.last_indexed_at;
  return text === undefined ? undefined : new Date(text);
}
