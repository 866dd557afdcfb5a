import { Type, type Static, type TArray, type TEnum, type TInteger } from 'typebox';
import { ACTIONS } from '../../domain/tenancy/actions.ts';
import { COVERAGE_ENTRIES } from '../../domain/insight/coverage.ts';
import {
  AGGREGATIONS,
  GRAINS,
  METRIC_POPULATIONS,
  PRODUCER_STATUSES,
  PRODUCER_CLASSES,
  PURPOSES,
  SHAPES,
  UNAVAILABLE_REASONS,
  UNITS,
} from '../../domain/insight/insight-sets.ts';
import { CALLER_DIMENSIONS } from '../../domain/insight/caller-dimensions.ts';
import { FACETS } from '../../domain/insight/dimensions.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { NEXT_ACTIONS, PROBLEMS } from '../problems/customer-problem.ts';
import { textSchema, wholeSchema } from '../wire/scalars.ts';
import { INSIGHT_REFUSAL_CODES } from './refusal-codes.ts';
import { MetricIdSchema } from './terms/answer-scalars.ts';
import { QUERY_LIMITS } from './terms/query-limits.ts';
import { MEASUREMENT_CATALOGUE } from './measurement-catalogue.ts';
import { CATALOG_VERSION, FILTER_VERSION, MAX_CONTRACT_VERSION } from './terms/read-context.ts';

export { MEASUREMENT_CATALOGUE } from './measurement-catalogue.ts';

const closed = { additionalProperties: false } as const;

/** A list of members of a closed set, each at most once. */
function allOf<const Values extends readonly string[]>(values: Values): TArray<TEnum<Values[number][]>> {
  return Type.Array(literalUnion(values), { maxItems: values.length });
}

const MetricRowSchema = Type.Object(
  {
    metric: MetricIdSchema,
    question: textSchema(256),
    unit: literalUnion(UNITS),
    population: literalUnion(METRIC_POPULATIONS),
    aggregation: literalUnion(AGGREGATIONS),
    missing_rule: literalUnion(UNAVAILABLE_REASONS),
    needed_actions: allOf(ACTIONS),
    producer: literalUnion(PRODUCER_STATUSES),
    number: textSchema(512, { description: 'The meaning of the number in a cell' }),
  },
  { ...closed, title: 'MetricRow' },
);

const EnumerationsSchema = Type.Object(
  {
    shapes: allOf(SHAPES),
    grains: allOf(GRAINS),
    purposes: allOf(PURPOSES),
    facets: allOf(FACETS),
    dimensions: allOf(CALLER_DIMENSIONS),
    units: allOf(UNITS),
    unavailable_reasons: allOf(UNAVAILABLE_REASONS),
    coverage: allOf(COVERAGE_ENTRIES),
    producer_classes: allOf(PRODUCER_CLASSES),
  },
  { ...closed, title: 'Enumerations' },
);

const RefusalRowSchema = Type.Object(
  {
    code: literalUnion(INSIGHT_REFUSAL_CODES),
    status: wholeSchema(400, 599),
    next_action: literalUnion(NEXT_ACTIONS),
  },
  { ...closed, title: 'RefusalRow' },
);

type LimitName = keyof typeof QUERY_LIMITS;
const LIMIT_NAMES = Object.keys(QUERY_LIMITS) as LimitName[];
const LimitSchema = wholeSchema(1, Number.MAX_SAFE_INTEGER);
const METRIC_COUNT = Object.keys(MEASUREMENT_CATALOGUE).length;

/** The measurement catalogue of this build, in the form in which it is served. No store is read for it. */
export const InsightCatalogueSchema = Type.Object(
  {
    schema: Type.Literal(1),
    catalog_version: wholeSchema(1, MAX_CONTRACT_VERSION),
    filter_version: wholeSchema(1, MAX_CONTRACT_VERSION),
    metrics: Type.Array(MetricRowSchema, { maxItems: METRIC_COUNT }),
    enumerations: EnumerationsSchema,
    refusals: Type.Array(RefusalRowSchema, { maxItems: INSIGHT_REFUSAL_CODES.length }),
    limits: Type.Object(
      Object.fromEntries(LIMIT_NAMES.map((name) => [name, LimitSchema])) as Record<LimitName, TInteger>,
      { ...closed, title: 'QueryLimits' },
    ),
  },
  { ...closed, title: 'InsightCatalogue' },
);

export type InsightCatalogue = Static<typeof InsightCatalogueSchema>;

/** The answer of `customer.insights.catalog`. */
export const INSIGHT_CATALOGUE_DOCUMENT: InsightCatalogue = {
  schema: 1,
  catalog_version: CATALOG_VERSION,
  filter_version: FILTER_VERSION,
  metrics: Object.entries(MEASUREMENT_CATALOGUE).map(([metric, row]) => ({
    metric,
    ...row,
    needed_actions: [...row.needed_actions],
  })),
  enumerations: {
    shapes: [...SHAPES],
    grains: [...GRAINS],
    purposes: [...PURPOSES],
    facets: [...FACETS],
    dimensions: [...CALLER_DIMENSIONS],
    units: [...UNITS],
    unavailable_reasons: [...UNAVAILABLE_REASONS],
    coverage: [...COVERAGE_ENTRIES],
    producer_classes: [...PRODUCER_CLASSES],
  },
  refusals: INSIGHT_REFUSAL_CODES.map((code) => ({
    code,
    status: PROBLEMS[code].status,
    next_action: PROBLEMS[code].nextAction,
  })),
  limits: { ...QUERY_LIMITS },
};
