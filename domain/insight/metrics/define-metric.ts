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

/** A metric as the catalogue shows it. */
interface MetricEntry<Id extends string> {
  /** `<name>.v<n>`. */
  readonly id: Id;
  readonly question: string;
  readonly unit: Unit;
  readonly population: MetricPopulation;
  readonly aggregation: Aggregation;
  /** The reason for no number if nothing was measured. */
  readonly missing: UnavailableReason;
  /** Present where cells show money, which needs `cost.read`. */
  readonly money?: true;
  /** The meaning of a cell's number, if unit and aggregation leave it open. */
  readonly number: string;
}

/** The terms that the groups of a span share, apart from their figures. */
export interface SpanTerms {
  /** Coverage entries of the span, by the producer that a population comes from. */
  readonly traffic: readonly CoverageEntry[];
  readonly controlPlane: readonly CoverageEntry[];
  readonly all: readonly CoverageEntry[];
  /** The moment of the pin. */
  readonly evaluatedAt: Date;
  /** The time at which each producer was last indexed; absent for one that never was. */
  readonly lastIndexedAt: Readonly<Partial<Record<ProducerClass, Date>>>;
}

/** A metric that this build computes from its facts. */
export interface ProducedMetric<Id extends string = string> extends MetricEntry<Id> {
  readonly producer: 'produced';
  /** Decides which facets can tell the metric's facts apart. */
  readonly facetPopulation: FacetedPopulation;
  /** The sums that the value is made of, besides those that every group shows and the counts behind every amount. */
  readonly sums: readonly AdditiveFigure[];
  /** The facts that the value is computed over. Absent where it speaks of the reading itself. */
  readonly basis?: FactCount;
  readonly value: (figures: GroupFigures, terms: SpanTerms) => MeasuredValue;
}

/** A metric that the catalogue names and no insight read computes. */
export interface UnproducedMetric<Id extends string = string> extends MetricEntry<Id> {
  readonly producer: Exclude<ProducerStatus, 'produced'>;
}

export type Metric = ProducedMetric | UnproducedMetric;

type Declaration<Id extends string> = Omit<ProducedMetric<Id>, 'producer' | 'sums'> &
  Partial<Pick<ProducedMetric, 'sums'>>;

/** Declares a metric, with all that is particular to it. `metrics.ts` gives it its place in the catalogue. */
export function defineMetric<const Id extends string>(metric: Declaration<Id>): ProducedMetric<Id> {
  return { sums: [], ...metric, producer: 'produced' };
}

/** Declares a metric of the catalogue that no read computes. */
export function defineUnproducedMetric<const Id extends string>(metric: UnproducedMetric<Id>): UnproducedMetric<Id> {
  return metric;
}
