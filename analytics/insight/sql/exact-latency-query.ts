import type { LatencyMetric } from '../../../domain/insight/group-sums.ts';
import { QUANTILE_LEVELS } from '../../../domain/insight/insight-sets.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import type { GroupRow } from './group-columns.ts';
import { populationClauses } from './population-clauses.ts';

/** One row in the result of `exactLatencyQuery`. The members are parallel to the requested metrics. */
export interface ExactLatencyRow extends GroupRow {
  /** `overall` or a terminal status. */
  readonly population: string;
  readonly samples: readonly string[];
  /** The quantiles in their order; null without a sample. */
  readonly levels: readonly (readonly (number | null)[])[];
}

/** The column with the samples of a metric; null if nothing was measured. */
export const SAMPLE_COLUMNS = {
  'response_latency.v1': 'total_ms',
  'first_output_latency.v1': 'first_output_ms',
} as const satisfies Readonly<Record<LatencyMetric, string>>;

/** The quantile levels as numbers: `p95` is 0.95. */
const LEVELS = QUANTILE_LEVELS.map((level) => `0.${level.slice(1)}`).join(', ');

/**
 * The query for quantiles of latencies by group and outcome, interpolated linearly over all samples. The samples of a
 * group are in memory, so it is for questions with few of them.
 */
export function exactLatencyQuery(question: FactsQuestion, metrics: readonly LatencyMetric[]): BoundQuery {
  const { columns, arrayJoin, selection, choices } = populationClauses('terminals', question, {
    timeBase: 'admitted_at',
    side: 'included',
  });
  const held = metrics.map((metric) => SAMPLE_COLUMNS[metric]);
  const measured = held.map((column) => `isNotNull(${column})`).join(' OR ');
  return {
    tag: 'insight.latency_exact',
    sql: [
      'SELECT',
      ...columns.select.map((column) => `  ${column},`),
      `  arrayJoin(['overall', toString(status)]) AS population,`,
      `  [${held.map((column) => `count(${column})`).join(', ')}] AS samples,`,
      `  [${held.map((column) => `quantilesExactInclusive(${LEVELS})(${column})`).join(', ')}] AS levels`,
      'FROM request_terminals_v1',
      ...arrayJoin,
      `WHERE ${[...selection, ...choices, `(${measured})`].join('\n  AND ')}`,
      `GROUP BY ${[...columns.groupBy, 'population'].join(', ')}`,
    ].join('\n'),
    params: {},
  };
}
