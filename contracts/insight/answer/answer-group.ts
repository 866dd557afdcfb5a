import { Type, type Static } from 'typebox';
import { COVERAGE_ENTRIES } from '../../../domain/insight/coverage.ts';
import { LATENCY_METRICS } from '../../../domain/insight/group-sums.ts';
import {
  LATENCY_OUTCOMES,
  OUTCOME_VALUES,
  PURPOSES,
  QUANTILE_LEVELS,
  UNAVAILABLE_REASONS,
  UNITS,
  type QuantileLevel,
} from '../../../domain/insight/insight-sets.ts';
import { FACETS } from '../../../domain/insight/dimensions.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { CallerDimensionSchema } from '../terms/caller-dimension.ts';
import { InstantSchema } from '../../wire/scalars.ts';
import {
  answerCount,
  CountSchema,
  CoverageSchema,
  MAX_DIGITS,
  MetricIdSchema,
  NumberSchema,
  SignedCountSchema,
  trafficText,
} from '../terms/answer-scalars.ts';
import { QUERY_LIMITS } from '../terms/query-limits.ts';

const closed = { additionalProperties: false } as const;

const UnavailableSchema = Type.Object(
  { state: Type.Literal('unavailable'), reason: literalUnion(UNAVAILABLE_REASONS) },
  { ...closed, title: 'UnavailableValue' },
);

const numberMembers = {
  number: NumberSchema,
  unit: literalUnion(UNITS),
  amount_usd: Type.Optional(
    Type.String({
      maxLength: MAX_DIGITS,
      pattern: '^-?\\d+(\\.\\d+)?$',
      description: 'The exact amount in USD: `number` divided by 1,000,000,000. Only with the unit `nano_usd`.',
      examples: ['91.82'],
    }),
  ),
};

/** A measure in exactly one of three states, so that it never has both a number and a reason. */
export const MeasuredValueSchema = Type.Union(
  [
    Type.Object({ state: Type.Literal('available'), ...numberMembers }, { ...closed, title: 'AvailableValue' }),
    Type.Object(
      {
        state: Type.Literal('partial'),
        ...numberMembers,
        coverage: Type.Array(CoverageSchema, {
          minItems: 1,
          maxItems: COVERAGE_ENTRIES.length,
          description: 'The parts that are missing, so that the number is a lower bound',
        }),
      },
      { ...closed, title: 'PartialValue' },
    ),
    UnavailableSchema,
  ],
  { title: 'MeasuredValue' },
);

/** One measure of one group. */
const CellSchema = Type.Object({ metric: MetricIdSchema, value: MeasuredValueSchema }, { ...closed, title: 'Cell' });

const CellsSchema = Type.Array(CellSchema, { maxItems: QUERY_LIMITS.max_metrics });

/** The endings of a group's requests: disjoint counts that add up to the denominator. */
const CompletionEvidenceSchema = Type.Object(
  {
    numerator: answerCount('Requests that succeeded'),
    denominator: answerCount('Observed requests; further requests may exist that were not observed'),
    completed: CountSchema,
    refused: CountSchema,
    failed: CountSchema,
    partial: CountSchema,
    cancelled: CountSchema,
    pending_or_unknown: CountSchema,
  },
  { ...closed, title: 'CompletionEvidence' },
);

/** Counts of unique cost effects, not of requests. The two estimate counts are parts of `priced_effects`. */
const SpendCountsSchema = Type.Object(
  {
    priced_effects: SignedCountSchema,
    pending_effects: SignedCountSchema,
    unpriced_effects: SignedCountSchema,
    estimated_effects: SignedCountSchema,
    estimate_status_unknown_effects: SignedCountSchema,
    adjustment_effects: SignedCountSchema,
  },
  { ...closed, title: 'SpendCounts' },
);

/** The population behind a group's money, or the reason why it is withheld. */
const SpendEvidenceSchema = Type.Union(
  [Type.Object({ state: Type.Literal('available'), counts: SpendCountsSchema }, closed), UnavailableSchema],
  { title: 'SpendEvidence' },
);

/** The protection of a group's requests. Evaluations are unique by (request, component, phase). */
const GroupProtectionSchema = Type.Object(
  {
    observed_requests: CountSchema,
    unknown_requests: answerCount('Requests whose gateway recorded nothing about protection'),
    eligible: CountSchema,
    evaluated: CountSchema,
    blocked: CountSchema,
    modified: CountSchema,
    errors: CountSchema,
    not_executed: CountSchema,
    blocked_requests: CountSchema,
  },
  { ...closed, title: 'GroupProtection' },
);

const levels = Object.fromEntries(QUANTILE_LEVELS.map((level) => [level, NumberSchema])) as Record<
  QuantileLevel,
  typeof NumberSchema
>;

/** The durations of a group's requests: the quantiles of each population of outcomes, in milliseconds. */
const LatencySummarySchema = Type.Object(
  {
    metric: literalUnion(LATENCY_METRICS),
    method: literalUnion(['exact', 'log_buckets'], {
      description:
        '`exact` interpolates linearly between the two nearest samples; `log_buckets` estimates from buckets',
    }),
    max_relative_error: Type.Optional(
      Type.String({
        maxLength: MAX_DIGITS,
        pattern: '^\\d+(\\.\\d+)?$',
        description: 'Maximum relative error of each quantile; only with `log_buckets`',
      }),
    ),
    populations: Type.Array(
      Type.Object(
        {
          outcome: literalUnion(LATENCY_OUTCOMES),
          samples: CountSchema,
          quantiles: Type.Optional(Type.Object(levels, closed)),
        },
        closed,
      ),
      {
        maxItems: LATENCY_OUTCOMES.length,
        description:
          '`overall` comes first, followed by the outcomes that have samples; quantiles are absent within a gap',
      },
    ),
  },
  { ...closed, title: 'LatencySummary' },
);

/** The part of the window that a group of a series covers. */
const BucketSchema = Type.Object(
  {
    from: InstantSchema,
    to: InstantSchema,
    label: Type.String({
      maxLength: 32,
      pattern: '^[0-9 :+-]+$',
      description:
        'Start of a UTC bucket in the zone display_tz; for a bucket in the zone bucket_tz, its local date or month',
      examples: ['2026-01-31 08:00 +01:00'],
    }),
  },
  {
    ...closed,
    title: 'Bucket',
    description: 'An hour in UTC, or a day, week (from Monday) or month in UTC or in bucket_tz, clipped to the window',
  },
);

/** The facet value that the facts of a group share. */
const GroupFacetSchema = Type.Object(
  {
    member: literalUnion(FACETS),
    value: Type.Optional(
      trafficText({
        minLength: 1,
        description: `Absent if the facts name no value. For the facet outcome: ${OUTCOME_VALUES.join(', ')}`,
      }),
    ),
    unserved: Type.Optional(
      Type.Literal(true, { description: 'The requests that no model served; only for final_model and route' }),
    ),
    other: Type.Optional(
      Type.Literal(true, { description: 'All values without a separate group; only with top_values' }),
    ),
  },
  { ...closed, title: 'GroupFacet' },
);

/** The value of a dimension that the facts of a group share. */
const GroupDimensionSchema = Type.Object(
  {
    name: CallerDimensionSchema,
    value: Type.Optional(
      trafficText({ minLength: 1, description: 'Absent if the facts state no value, and for the groups below' }),
    ),
    other: Type.Optional(Type.Literal(true, { description: 'All values without a group of their own' })),
    values: Type.Optional(answerCount('With `other`: the number of these values that have traffic')),
    folded_events: Type.Optional(
      answerCount(
        'With `other`: the number of its events whose value was not stored, because their key had used its share of values. These values are not in `values`. Absent for none.',
      ),
    ),
    withheld: Type.Optional(
      Type.Literal(true, {
        description: 'All values, for a reader without `dimensions.read`. The group has no figures.',
      }),
    ),
  },
  { ...closed, title: 'GroupDimension' },
);

/** The same cells over the window of the same length immediately before. */
const PreviousPeriodSchema = Type.Object(
  {
    from: InstantSchema,
    to: InstantSchema,
    cells: CellsSchema,
    note: Type.Optional(
      literalUnion(['current_incomplete', 'previous_incomplete', 'both_incomplete'], {
        description:
          'The period in which facts are known to be missing, or which has not ended; the difference is then not reliable',
      }),
    ),
  },
  { ...closed, title: 'PreviousPeriod' },
);

/** The cells of one purpose, bucket and value of a facet or dimension. Purposes are never combined. */
export const AnswerGroupSchema = Type.Object(
  {
    purpose: literalUnion(PURPOSES),
    bucket: Type.Optional(BucketSchema),
    facet: Type.Optional(GroupFacetSchema),
    dimension: Type.Optional(GroupDimensionSchema),
    cells: CellsSchema,
    latency: Type.Optional(Type.Array(LatencySummarySchema, { maxItems: LATENCY_METRICS.length })),
    protection: Type.Optional(GroupProtectionSchema),
    evidence_coverage: Type.Optional(
      Type.Object({ completion: CompletionEvidenceSchema, spend: Type.Optional(SpendEvidenceSchema) }, closed),
    ),
    previous: Type.Optional(PreviousPeriodSchema),
  },
  { ...closed, title: 'AnswerGroup' },
);

export type AnswerGroup = Static<typeof AnswerGroupSchema>;
export type SpendEvidence = Static<typeof SpendEvidenceSchema>;
export type CompletionEvidence = Static<typeof CompletionEvidenceSchema>;
export type GroupProtection = Static<typeof GroupProtectionSchema>;
export type GroupFacet = Static<typeof GroupFacetSchema>;
export type LatencySummary = Static<typeof LatencySummarySchema>;
export type PreviousPeriod = Static<typeof PreviousPeriodSchema>;
