import { Type, type Static } from 'typebox';
import { ACTIONS } from '../../domain/access/actions.ts';
import { COVERAGE_ENTRIES } from '../../domain/insight/coverage.ts';
import {
  FACETS,
  GRAINS,
  PRODUCER_CLASSES,
  PURPOSES,
  SHAPES,
  UNAVAILABLE_REASONS,
  UNITS,
} from '../../domain/insight-sets.ts';
import { literalUnion } from '../literal-union.ts';
import { INSIGHT_REFUSAL_CODES, NEXT_ACTIONS, PROBLEMS } from '../problem.ts';
import { QUERY_LIMITS } from './limits.ts';
import { AGGREGATIONS, MEASUREMENT_CATALOGUE, POPULATIONS, PRODUCER_STATUSES } from './measurement-catalogue.ts';
import { CATALOG_VERSION, FILTER_VERSION } from './read-context.ts';

export { MEASUREMENT_CATALOGUE } from './measurement-catalogue.ts';

const closed = { additionalProperties: false } as const;

const MetricRowSchema = Type.Object(
  {
    metric: Type.String({ examples: ['requests.v1'] }),
    question: Type.String(),
    unit: literalUnion(UNITS),
    population: literalUnion(POPULATIONS),
    aggregation: literalUnion(AGGREGATIONS),
    missing_rule: literalUnion(UNAVAILABLE_REASONS),
    needed_actions: Type.Array(literalUnion(ACTIONS)),
    producer: literalUnion(PRODUCER_STATUSES),
    number: Type.String({ description: 'What the number of a cell is' }),
  },
  closed,
);

const EnumerationsSchema = Type.Object(
  {
    shapes: Type.Array(literalUnion(SHAPES)),
    grains: Type.Array(literalUnion(GRAINS)),
    purposes: Type.Array(literalUnion(PURPOSES)),
    facets: Type.Array(literalUnion(FACETS)),
    units: Type.Array(literalUnion(UNITS)),
    unavailable_reasons: Type.Array(literalUnion(UNAVAILABLE_REASONS)),
    coverage: Type.Array(literalUnion(COVERAGE_ENTRIES)),
    producer_classes: Type.Array(literalUnion(PRODUCER_CLASSES)),
  },
  closed,
);

const RefusalRowSchema = Type.Object(
  {
    code: literalUnion(INSIGHT_REFUSAL_CODES),
    status: Type.Integer(),
    next_action: literalUnion(NEXT_ACTIONS),
  },
  closed,
);

type LimitName = keyof typeof QUERY_LIMITS;
const LIMIT_NAMES = Object.keys(QUERY_LIMITS) as LimitName[];

/** The measurement catalogue as it is served: from the build, reaching nothing. */
export const InsightCatalogueSchema = Type.Object(
  {
    schema: Type.Literal(1),
    catalog_version: Type.Integer(),
    filter_version: Type.Integer(),
    metrics: Type.Array(MetricRowSchema),
    enumerations: EnumerationsSchema,
    refusals: Type.Array(RefusalRowSchema),
    limits: Type.Object(
      Object.fromEntries(LIMIT_NAMES.map((name) => [name, Type.Integer()])) as Record<
        LimitName,
        ReturnType<typeof Type.Integer>
      >,
      closed,
    ),
  },
  closed,
);

export type InsightCatalogue = Static<typeof InsightCatalogueSchema>;

/** The document that `customer.insights.catalog` answers. */
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
