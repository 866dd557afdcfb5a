import type { CoverageEntry } from '../coverage.ts';
import type { FacetedPopulation } from '../faceted-population.ts';
import type { AdditiveFigure } from '../group-sums.ts';
import type {
  Aggregation,
  MetricPopulation,
  ProducerClass,
  ProducerStatus,
  UnavailableReason,
  Unit,
} from '../insight-sets.ts';
import type { MeasuredValue } from '../measured-value.ts';
import type { FactCount } from './fact-count.ts';
import type { GroupFigures } from './group-figures.ts';

/** The entry of a metric in the catalogue. */
interface MetricEntry<Id extends string> {
  /** The id, of the form `<name>.v<n>`. */
  readonly id: Id;
  readonly question: string;
  readonly unit: Unit;
  readonly population: MetricPopulation;
  readonly aggregation: Aggregation;
  /** The reason that a cell gives if nothing was measured. */
  readonly missing: UnavailableReason;
  /** Present if cells show money, which needs `cost.read`. */
  readonly money?: true;
  /** The meaning of a cell's number, as far as unit and aggregation do not determine it. */
  readonly number: string;
}

/** The terms that all groups of a span share, in addition to their figures. */
export interface SpanTerms {
  /** The coverage entries of the span, by the producer of the population. */
  readonly traffic: readonly CoverageEntry[];
  readonly controlPlane: readonly CoverageEntry[];
  readonly all: readonly CoverageEntry[];
  /** The moment at which the read was pinned. */
  readonly evaluatedAt: Date;
  /** The time of the last indexing of each producer; absent for a producer without indexed lines. */
  readonly lastIndexedAt: Readonly<Partial<Record<ProducerClass, Date>>>;
}

/** A metric that this build computes from its facts. */
export interface ProducedMetric<Id extends string = string> extends MetricEntry<Id> {
  readonly producer: 'produced';
  /** The population that determines which facets can split the metric. */
  readonly facetPopulation: FacetedPopulation;
  /** The sums from which the value is computed, in addition to those that every group and every amount needs. */
  readonly sums: readonly AdditiveFigure[];
  /** The facts over which the value is computed; absent if the value describes the read itself. */
  readonly basis?: FactCount;
  readonly value: (figures: GroupFigures, terms: SpanTerms) => MeasuredValue;
}

/** A metric of the catalogue that no insight read computes. */
export interface UnproducedMetric<Id extends string = string> extends MetricEntry<Id> {
  readonly producer: Exclude<ProducerStatus, 'produced'>;
}

export type Metric = ProducedMetric | UnproducedMetric;

type Declaration<Id extends string> = Omit<ProducedMetric<Id>, 'producer' | 'sums'> &
  Partial<Pick<ProducedMetric, 'sums'>>;

/** The declaration of a metric that this build computes. `metrics.ts` defines its position in the catalogue. */
export function defineMetric<const Id extends string>(metric: Declaration<Id>): ProducedMetric<Id> {
  return { sums: [], ...metric, producer: 'produced' };
}

/** The declaration of a catalogue metric that no read computes. */
export function defineUnproducedMetric<const Id extends string>(metric: UnproducedMetric<Id>): UnproducedMetric<Id> {
  return metric;
}
