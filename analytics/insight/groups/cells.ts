import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { ReadContext } from '../../../contracts/insight/terms/read-context.ts';
import { coverageEntries, type SpanCoverage } from '../../../domain/insight/coverage.ts';
import type { ProducerClass, UnavailableReason } from '../../../domain/insight/insight-sets.ts';
import { unavailableValue, type MeasuredValue } from '../../../domain/insight/measured-value.ts';
import type { ProducedMetric, SpanTerms } from '../../../domain/insight/metrics/define-metric.ts';
import { isSplitByFacets, type GroupFigures } from '../../../domain/insight/metrics/group-figures.ts';
import { findMetric } from '../../../domain/insight/metrics/metrics.ts';
import type { CoveredSpan } from './covered-span.ts';

/**
 * The conditions of cells that do not depend on the facts: the pin of the answer, and the permissions of its reader.
 */
export interface CellTerms {
  readonly pin: ReadContext;
  readonly mayReadCost: boolean;
}

/** The conditions of every group of a span, computed once, because thousands of groups share few spans. */
export interface GroupTerms extends SpanTerms {
  readonly mayReadCost: boolean;
  /** True if the span starts after the instant of the pin. */
  readonly isToCome: boolean;
}

export function spanTerms(span: CoveredSpan, terms: CellTerms): GroupTerms {
  return spanTermsBy(terms)(span);
}

/**
 * The conditions of any span. Spans with the same missing traffic share one object if they have begun, and another one
 * if not.
 */
export function spanTermsBy({ pin, mayReadCost }: CellTerms): (span: CoveredSpan) => GroupTerms {
  const evaluatedAt = new Date(pin.evaluated_at);
  const lastIndexedAt = lastIndexed(pin);
  const known = [new Map<SpanCoverage, GroupTerms>(), new Map<SpanCoverage, GroupTerms>()] as const;
  return ({ from, coverage }) => {
    const isToCome = from >= evaluatedAt;
    const held = known[isToCome ? 1 : 0];
    const terms = held.get(coverage) ?? {
      mayReadCost,
      isToCome,
      evaluatedAt,
      lastIndexedAt,
      traffic: coverageEntries(coverage, 'gateway_journal'),
      controlPlane: coverageEntries(coverage, 'control_plane_outbox'),
      all: coverageEntries(coverage),
    };
    held.set(coverage, terms);
    return terms;
  };
}

type Cell = AnswerGroup['cells'][number];

/** Computes one cell for any group of a line. */
export type ComputeCell = (figures: GroupFigures, terms: GroupTerms) => Cell;

/**
 * A function for the cell of each metric, in the order of the question. The metric, and whether the line can show it,
 * do not depend on figures. They are looked up once for all buckets of a line, because an answer has thousands.
 */
export function lineCells(
  metrics: readonly string[],
  line: Pick<GroupFigures, 'facet' | 'chosen'>,
  { mayReadCost }: Pick<CellTerms, 'mayReadCost'>,
): ComputeCell[] {
  return metrics.map((metric) => {
    const shown = shownMetric(metric, line, mayReadCost);
    if (typeof shown === 'string') {
      const cell = { metric, value: unavailableValue(shown) };
      return () => cell;
    }
    return (figures, terms) => ({ metric, value: valueOf(shown, figures, terms) });
  });
}

/** The cells of one group. */
export function groupCells(metrics: readonly string[], figures: GroupFigures, terms: GroupTerms): Cell[] {
  return lineCells(metrics, figures, terms).map((cell) => cell(figures, terms));
}

/** The metric, or the reason why no group of the line can have its value. */
function shownMetric(
  id: string,
  line: Pick<GroupFigures, 'facet' | 'chosen'>,
  mayReadCost: boolean,
): ProducedMetric | UnavailableReason {
  const metric = findMetric(id);
  if (metric === undefined) return 'metric_version_absent';
  if (metric.producer !== 'produced') return 'no_producer';
  if (metric.money && !mayReadCost) return 'scope_not_authorized';
  return isSplitByFacets(metric.facetPopulation, line) ? metric : 'not_observed';
}

/** The first applicable reason for a missing value, or the value of the metric. */
function valueOf(metric: ProducedMetric, figures: GroupFigures, terms: GroupTerms): MeasuredValue {
  const { basis, value } = metric;
  if (basis === undefined || basis.left(figures) !== 0n) return value(figures, terms);
  if (basis.excluded(figures) > 0n) return unavailableValue('excluded');
  return overNothing(value(figures, terms), metric, terms);
}

/**
 * The value over a span without observations. Without any event of the producer, or for a time in the future, nothing
 * was observed, so a count is unavailable instead of zero.
 */
function overNothing(
  found: MeasuredValue,
  { facetPopulation }: ProducedMetric,
  { lastIndexedAt, isToCome }: GroupTerms,
): MeasuredValue {
  if (found.state !== 'available' || found.unit === 'ratio') return found;
  const producer = facetPopulation === 'release_markers' ? 'control_plane_outbox' : 'gateway_journal';
  if (lastIndexedAt[producer] === undefined) return unavailableValue('coverage_unknown');
  return isToCome ? unavailableValue('not_observed') : found;
}

function lastIndexed({ watermarks }: ReadContext): Partial<Record<ProducerClass, Date>> {
  const indexed: Partial<Record<ProducerClass, Date>> = {};
  for (const { producer_class: producer, last_indexed_at: at } of watermarks)
    if (at !== undefined) indexed[producer] = new Date(at);
  return indexed;
}
