import type { FacetedPopulation } from '../../../domain/insight/faceted-population.ts';
import type { AdditiveFigure } from '../../../domain/insight/group-sums.ts';
import { TOKEN_KINDS } from '../../../domain/insight/insight-sets.ts';

/** The facts of one table, and the integer figures that are computed over them. */
export interface TrafficPopulation {
  readonly name: 'admissions' | 'terminals' | 'attempts' | 'effects';
  readonly table: string;
  readonly timeBase: string;
  /** The population that determines the facets of its facts. */
  readonly facetPopulation: FacetedPopulation;
  /** The expression of each figure. */
  readonly columns: Readonly<Partial<Record<AdditiveFigure, string>>>;
}

/**
 * The cost effects. Amounts, and tokens below, are added in 128 bits, because a sum of 64-bit integers overflows
 * silently.
 */
const EFFECTS: TrafficPopulation = {
  name: 'effects',
  table: 'cost_effects_v1',
  timeBase: 'occurred_at',
  facetPopulation: 'cost_effects',
  columns: {
    effects: 'count()',
    nanos: 'sum(toInt128(nanos))',
    settled_nanos: `sumIf(toInt128(nanos), effect_kind != 'adjustment')`,
    priced: 'sum(priced)',
    pending: 'sum(pending)',
    unpriced: 'sum(unpriced)',
    estimated: 'sum(estimated)',
    estimate_unknown: 'sum(estimate_unknown)',
    adjustments: 'sum(adjustments)',
  },
};

/** The populations, in the order in which they are read. */
export const TRAFFIC_POPULATIONS: readonly TrafficPopulation[] = [
  {
    name: 'admissions',
    table: 'request_admissions_v1',
    timeBase: 'admitted_at',
    facetPopulation: 'team_runs',
    columns: { admitted: 'count()' },
  },
  {
    name: 'terminals',
    table: 'request_terminals_v1',
    timeBase: 'admitted_at',
    facetPopulation: 'requests',
    columns: {
      ended: 'count()',
      succeeded: `countIf(status = 'succeeded')`,
      refused: `countIf(status = 'refused')`,
      failed: `countIf(status = 'failed')`,
      cancelled: `countIf(status = 'cancelled')`,
      partial: `countIf(status = 'partial')`,
      served: `countIf(final_model != '')`,
      routed: `countIf(final_model != '' AND route_id != '')`,
      protection_observed: 'countIf(protection_observed)',
      response_samples: 'count(total_ms)',
      first_output_samples: 'count(first_output_ms)',
    },
  },
  {
    name: 'attempts',
    table: 'attempts_v1',
    timeBase: 'dispatched_at',
    facetPopulation: 'attempts',
    columns: {
      attempts: 'count()',
      measured: 'countIf(usage_known AND isNotNull(total_tokens))',
      total_tokens: 'sum(toInt128(ifNull(total_tokens, 0)))',
      input_measured: 'count(input_tokens)',
      input_tokens: 'sum(toInt128(ifNull(input_tokens, 0)))',
      output_measured: 'count(output_tokens)',
      output_tokens: 'sum(toInt128(ifNull(output_tokens, 0)))',
      cached_measured: 'count(cache_read_tokens)',
      cached_tokens: 'sum(toInt128(ifNull(cache_read_tokens, 0)))',
      reasoning_measured: 'count(reasoning_tokens)',
      reasoning_tokens: 'sum(toInt128(ifNull(reasoning_tokens, 0)))',
    },
  },
  EFFECTS,
];

/** The figures that only attempts have: no rollup has tokens by kind. */
export const TOKEN_KIND_FIGURES: ReadonlySet<AdditiveFigure> = new Set(
  TOKEN_KINDS.flatMap((kind) => [`${kind}_measured`, `${kind}_tokens`] as const),
);
