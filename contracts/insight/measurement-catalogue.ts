import { METRICS, type MetricId } from '../../domain/insight/metrics/metrics.ts';
import type { Metric } from '../../domain/insight/metrics/define-metric.ts';
import type { Action } from '../../domain/tenancy/actions.ts';

/** A metric in the answer of `customer.insights.catalog`. */
interface CatalogueRow extends Pick<
  Metric,
  'question' | 'unit' | 'population' | 'aggregation' | 'number' | 'producer'
> {
  readonly missing_rule: Metric['missing'];
  readonly needed_actions: readonly Action[];
}

const METADATA = ['metadata.read'] as const satisfies readonly Action[];
const MONEY = ['metadata.read', 'cost.read'] as const satisfies readonly Action[];

/** Every metric that a question may name, by its versioned id, in the order of the catalogue. */
export const MEASUREMENT_CATALOGUE = Object.fromEntries(
  METRICS.map((metric) => [metric.id, catalogueRow(metric)]),
) as Readonly<Record<MetricId, CatalogueRow>>;

function catalogueRow({
  question,
  unit,
  population,
  aggregation,
  missing,
  money,
  producer,
  number,
}: Metric): CatalogueRow {
  return {
    question,
    unit,
    population,
    aggregation,
    missing_rule: missing,
    needed_actions: money ? MONEY : METADATA,
    producer,
    number,
  };
}
