import { Type, type Static } from 'typebox';
import {
  DIMENSION_RANKS,
  toDimensionMember,
  type CallerDimension,
  type DimensionRank,
} from '../../domain/insight/caller-dimensions.ts';
import type { GroupChoice } from '../../domain/insight/group-choice.ts';
import { DIMENSION_LIMITS } from '../ingest/dimensions/dimension-names.ts';
import { REFUSED_CHARACTERS } from '../wire/id-text.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { wholeSchema } from '../wire/scalars.ts';
import { CallerDimensionSchema } from './terms/caller-dimension.ts';
import { QUERY_LIMITS } from './terms/query-limits.ts';

const closed = { additionalProperties: false } as const;

/** A value of a dimension, as facts have it. */
const DimensionValueSchema = Type.String({
  minLength: 1,
  maxLength: DIMENSION_LIMITS.bytes,
  pattern: `^[^${REFUSED_CHARACTERS}\\ud800-\\udfff]+$`,
  description: `1 to ${DIMENSION_LIMITS.bytes} bytes, no control characters`,
});

/** The filter of the facts that an answer counts, by what callers state. */
export const DimensionFilterSchema = Type.Record(
  CallerDimensionSchema,
  Type.Object(
    {
      values: Type.Optional(
        Type.Array(DimensionValueSchema, {
          minItems: 1,
          maxItems: QUERY_LIMITS.max_dimension_values,
          uniqueItems: true,
        }),
      ),
      unnamed: Type.Optional(Type.Literal(true, { description: 'The facts without a value' })),
    },
    { ...closed, minProperties: 1 },
  ),
  {
    ...closed,
    title: 'DimensionFilter',
    minProperties: 1,
    maxProperties: QUERY_LIMITS.max_dimensions,
    description:
      'Only on overview, series, facets and a request-grain drilldown. Counts or lists the facts that have one of the listed values of every dimension. It requires `dimensions.read`. Figures of release markers are `not_observed`.',
  },
);

export type DimensionFilter = Static<typeof DimensionFilterSchema>;

/** The members of a question about dimensions. */
export const DIMENSION_MEMBERS = {
  dimensions: Type.Optional(
    Type.Array(CallerDimensionSchema, {
      minItems: 1,
      maxItems: QUERY_LIMITS.max_dimensions,
      uniqueItems: true,
      description:
        'The dimensions, each with groups of its values: at most one for series, not together with facets, not allowed for other shapes. Each dimension has the values of the highest rank, a group `other` for the rest, and a group without a value. Without `dimensions.read`, all values are one withheld group.',
    }),
  ),
  dimension_values: Type.Optional(
    wholeSchema(1, QUERY_LIMITS.max_dimension_values, {
      description: `Only with dimensions: the number of values of each dimension and purpose with groups of their own; ${QUERY_LIMITS.default_dimension_values} by default`,
    }),
  ),
  ranked_by: Type.Optional(
    literalUnion(DIMENSION_RANKS, {
      description:
        'Only with dimensions: the figure that ranks values, over the complete window; `requests` by default. `spend` requires `cost.read`.',
    }),
  ),
  dimension_filter: Type.Optional(DimensionFilterSchema),
} as const;

interface DimensionQuestion {
  readonly dimension_values?: number;
  readonly ranked_by?: DimensionRank;
}

/** The names, the rank and the number of values of a question by dimensions. */
export function readDimensionQuestion(
  { dimension_values: maxValues, ranked_by: rankedBy }: DimensionQuestion,
  names: readonly string[],
): { readonly names: CallerDimension[]; readonly rankedBy: DimensionRank; readonly maxValues: number } {
  return {
    names: dimensionNames(names),
    rankedBy: rankedBy ?? 'requests',
    maxValues: maxValues ?? QUERY_LIMITS.default_dimension_values,
  };
}

/** The names of dimensions, which match the pattern of their schema. */
export function dimensionNames(names: readonly string[]): CallerDimension[] {
  return names as CallerDimension[];
}

/**
 * The choices of a filter in the order of their names, with sorted, distinct values, so that equal filters give equal
 * statements.
 */
export function dimensionChoices(filter: DimensionFilter | undefined): GroupChoice[] {
  return Object.entries(filter ?? {})
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { values = [], unnamed }]) => ({
      member: toDimensionMember(name as CallerDimension),
      values: [...(unnamed ? [''] : []), ...[...new Set(values)].sort()],
      unserved: false,
      pending: true,
    }));
}
