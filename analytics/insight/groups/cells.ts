import {
  isMetric,
  isProduced,
  showsMoney,
  type ProducedMetric,
} from '../../../contracts/insight/measurement-catalogue.ts';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { ReadContext } from '../../../contracts/insight/terms/read-context.ts';
import {
  completionRateValue,
  observedRequests,
  outcomesValue,
  requestsValue,
} from '../../../domain/insight/figures/completion.ts';
import { coverageEntries, type CoverageEntry, type SpanCoverage } from '../../../domain/insight/coverage.ts';
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
import type { ProducerClass, TokenKind, UnavailableReason } from '../../../domain/insight/insight-sets.ts';
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

/** How many facts of a population count, and how many exclusions leave out. The second is seldom asked. */
interface Population {
  readonly left: (figures: GroupFigures) => bigint;
  readonly excluded: (figures: GroupFigures) => bigint;
}

interface MetricRule {
  /** Decides which facets can tell the metric's facts apart. */
  readonly of: FacetedPopulation;
  /** Absent where exclusions leave nothing out. */
  readonly population?: Population;
  readonly value: (figures: GroupFigures, terms: SpanTerms) => MeasuredValue;
}

const requests: Population = {
  left: ({ completion }) => completion.observed,
  excluded: ({ excluded }) => observedRequests(excluded),
};
const markers: Population = { left: ({ markers: left }) => left, excluded: () => 0n };
const verdicts: Population = {
  left: ({ feedback }) => feedback.verdicts,
  excluded: ({ excludedFeedback }) => excludedFeedback.verdicts,
};

function summed(figure: AdditiveFigure): Population {
  return { left: ({ sums }) => sums[figure], excluded: ({ excluded }) => excluded[figure] };
}

function tokensOf(kind: TokenKind): MetricRule {
  return {
    of: 'attempts',
    population: summed('attempts'),
    value: (figures, { traffic }) => tokenKindValue(kind, figures.sums, traffic),
  };
}

/** What each metric counts, over which facts. */
const RULES: Readonly<Record<ProducedMetric, MetricRule>> = {
  'requests.v1': {
    of: 'requests',
    population: requests,
    value: (figures, { traffic }) => requestsValue(figures.completion, traffic),
  },
  'outcomes.v1': {
    of: 'requests',
    population: requests,
    value: (figures, { traffic }) => outcomesValue(figures.completion, traffic),
  },
  'completion_rate.v1': {
    of: 'requests',
    population: requests,
    value: (figures, { traffic }) => completionRateValue(figures.completion, traffic),
  },
  'provider_spend.v1': {
    of: 'cost_effects',
    population: summed('effects'),
    value: (figures, { traffic }) => providerSpendValue(figures.sums, traffic),
  },
  'activity_spend.v1': {
    of: 'cost_effects',
    population: summed('effects'),
    value: (figures, { traffic }) => activitySpendValue(figures.sums, traffic),
  },
  'cost_per_1000_requests.v1': {
    of: 'unit_costs',
    population: requests,
    value: (figures, { traffic }) => costPer1000RequestsValue(figures.sums, traffic),
  },
  'cost_per_completed.v1': {
    of: 'unit_costs',
    population: requests,
    value: (figures, { traffic }) => costPerCompletedValue(figures.sums, traffic),
  },
  'tokens.v1': {
    of: 'attempts',
    population: summed('attempts'),
    value: (figures, { traffic }) => tokensValue(figures.sums, traffic),
  },
  'input_tokens.v1': tokensOf('input'),
  'output_tokens.v1': tokensOf('output'),
  'cached_tokens.v1': tokensOf('cached'),
  'reasoning_tokens.v1': tokensOf('reasoning'),
  'response_latency.v1': {
    of: 'requests',
    population: summed('response_samples'),
    value: (figures, { traffic }) => latencyValue(latencyOf(figures, 'response_latency.v1'), traffic),
  },
  'first_output_latency.v1': {
    of: 'requests',
    population: summed('first_output_samples'),
    value: (figures, { traffic }) => latencyValue(latencyOf(figures, 'first_output_latency.v1'), traffic),
  },
  'route_mix.v1': {
    of: 'requests',
    population: requests,
    value: (figures, { traffic }) => routeMixValue(figures, traffic),
  },
  'model_mix.v1': {
    of: 'requests',
    population: requests,
    value: (figures, { traffic }) => modelMixValue(figures, traffic),
  },
  'release_annotations.v1': {
    of: 'release_markers',
    value: (figures, { pin, controlPlane }) =>
      releaseAnnotationsValue(figures.markers, lastIndexedAt(pin, 'control_plane_outbox') !== undefined, controlPlane),
  },
  'app_feedback.v1': {
    of: 'feedback',
    population: verdicts,
    value: (figures, { controlPlane }) => feedbackValue(figures.feedback, controlPlane),
  },
  'app_feedback_rated_requests.v1': {
    of: 'feedback',
    population: verdicts,
    value: (figures, { controlPlane }) => ratedRequestsValue(figures.feedback, controlPlane),
  },
  'team_runs.v1': {
    of: 'team_runs',
    population: requests,
    value: (figures, { traffic }) => teamRunsValue(figures.teamRuns, traffic),
  },
  'protection.v1': {
    of: 'protection',
    population: requests,
    value: (figures, { traffic }) => protectionValue(protectionCounts(figures), traffic),
  },
  'freshness_lag.v1': {
    of: 'read_context',
    value: (_figures, { pin }) => freshnessLagValue(lastIndexedAt(pin, 'gateway_journal'), new Date(pin.evaluated_at)),
  },
  'coverage.v1': {
    of: 'read_context',
    value: (_figures, { pin, all }) =>
      coverageValue(
        pin.watermarks.some((mark) => mark.last_indexed_at !== undefined),
        all,
      ),
  },
};

export function spanTerms(span: Span, terms: CellTerms): SpanTerms {
  return spanTermsBy(terms)(span);
}

/** The terms of any span: spans that miss the same have one object for all of those that have begun, and one for the others. */
export function spanTermsBy({ pin, mayReadCost }: CellTerms): (span: Span) => SpanTerms {
  const evaluatedAt = new Date(pin.evaluated_at);
  const known = [new Map<SpanCoverage, SpanTerms>(), new Map<SpanCoverage, SpanTerms>()] as const;
  return ({ from, coverage }) => {
    const isToCome = from >= evaluatedAt;
    const held = known[isToCome ? 1 : 0];
    const terms = held.get(coverage) ?? {
      pin,
      mayReadCost,
      isToCome,
      traffic: coverageEntries(coverage, 'gateway_journal'),
      controlPlane: coverageEntries(coverage, 'control_plane_outbox'),
      all: coverageEntries(coverage),
    };
    held.set(coverage, terms);
    return terms;
  };
}

type Cell = AnswerGroup['cells'][number];

/** One cell of any group of a line. */
export type CellOf = (figures: GroupFigures, terms: SpanTerms) => Cell;

/**
 * One for each metric, in the order asked. What a metric is and whether the line can show it is known before any figure, and
 * looked up once for all buckets of a line, of which an answer has thousands.
 */
export function lineCells(
  metrics: readonly string[],
  line: Pick<GroupFigures, 'facet' | 'chosen'>,
  { mayReadCost }: Pick<CellTerms, 'mayReadCost'>,
): CellOf[] {
  return metrics.map((metric) => {
    const reason = withheld(metric, line, mayReadCost);
    if (reason !== undefined) {
      const cell = { metric, value: unavailable(reason) };
      return () => cell;
    }
    const rule = RULES[metric as ProducedMetric];
    return (figures, terms) => ({ metric, value: valueOf(rule, figures, terms) });
  });
}

/** The cells of one group. */
export function cellsOf(metrics: readonly string[], figures: GroupFigures, terms: SpanTerms): Cell[] {
  return lineCells(metrics, figures, terms).map((cell) => cell(figures, terms));
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

/** Why no group of a line has a value, whatever its figures. */
function withheld(
  metric: string,
  line: Pick<GroupFigures, 'facet' | 'chosen'>,
  mayReadCost: boolean,
): UnavailableReason | undefined {
  if (!isProduced(metric)) return isMetric(metric) ? 'no_producer' : 'metric_version_absent';
  if (showsMoney(metric) && !mayReadCost) return 'scope_not_authorized';
  return isToldBy(RULES[metric].of, line) ? undefined : 'not_observed';
}

/** The first reason that applies, or the metric's value. */
function valueOf(
  { of, population = markers, value }: MetricRule,
  figures: GroupFigures,
  terms: SpanTerms,
): MeasuredValue {
  if (population.left(figures) !== 0n) return value(figures, terms);
  if (population.excluded(figures) > 0n) return unavailable('excluded');
  return overNothing(value(figures, terms), of, terms);
}

/** Nothing is observed of a producer that never wrote, nor of what is to come: a count of it is no zero. */
function overNothing(found: MeasuredValue, of: FacetedPopulation, { pin, isToCome }: SpanTerms): MeasuredValue {
  if (of === 'read_context' || found.state !== 'available' || found.unit === 'ratio') return found;
  const producer = of === 'release_markers' ? 'control_plane_outbox' : 'gateway_journal';
  if (lastIndexedAt(pin, producer) === undefined) return unavailable('coverage_unknown');
  return isToCome ? unavailable('not_observed') : found;
}

function lastIndexedAt(pin: ReadContext, producer: ProducerClass): Date | undefined {
  const text = pin.watermarks.find((watermark) => watermark.producer_class === producer)?.last_indexed_at;
  return text === undefined ? undefined : new Date(text);
}
