import { Type, type Static } from 'typebox';
import { COVERAGE_ENTRIES } from '../../domain/insight/coverage.ts';
import { PURPOSES, SHAPES, UNAVAILABLE_REASONS, UNITS } from '../../domain/insight-sets.ts';
import { literalUnion } from '../literal-union.ts';
import { ReadContextSchema } from './read-context.ts';

const closed = { additionalProperties: false } as const;

const CountSchema = Type.String({ pattern: '^-?\\d+$', description: 'Count as a decimal string' });

const NumberSchema = Type.String({
  pattern: '^-?\\d+(\\.\\d+)?$',
  description: 'Decimal string; parse it as a decimal, not as a binary floating-point number',
});

const CoverageSchema = literalUnion(COVERAGE_ENTRIES);

/** A measure in exactly one of three states, so that a number and a reason never stand together. */
const MeasuredValueSchema = Type.Union([
  Type.Object({ state: Type.Literal('available'), number: NumberSchema, unit: literalUnion(UNITS) }, closed),
  Type.Object(
    {
      state: Type.Literal('partial'),
      number: NumberSchema,
      unit: literalUnion(UNITS),
      coverage: Type.Array(CoverageSchema, { minItems: 1, description: 'What is missing: the number is a floor' }),
    },
    closed,
  ),
  Type.Object({ state: Type.Literal('unavailable'), reason: literalUnion(UNAVAILABLE_REASONS) }, closed),
]);

/** One measure of one group. */
const CellSchema = Type.Object({ metric: Type.String(), value: MeasuredValueSchema }, closed);

/** How the requests of a group ended: disjoint counts that add up to the denominator. */
const CompletionEvidenceSchema = Type.Object(
  {
    numerator: Type.String({ pattern: '^\\d+$', description: 'Requests that succeeded' }),
    denominator: Type.String({ pattern: '^\\d+$', description: 'Requests observed; unseen ones may exist' }),
    completed: CountSchema,
    refused: CountSchema,
    failed: CountSchema,
    partial: CountSchema,
    cancelled: CountSchema,
    pending_or_unknown: CountSchema,
  },
  closed,
);

/** Counts of unique cost effects, not of requests. The two estimate counts are parts of `priced_effects`. */
const SpendCountsSchema = Type.Object(
  {
    priced_effects: CountSchema,
    pending_effects: CountSchema,
    unpriced_effects: CountSchema,
    estimated_effects: CountSchema,
    estimate_status_unknown_effects: CountSchema,
    adjustment_effects: CountSchema,
  },
  closed,
);

export type SpendCounts = Static<typeof SpendCountsSchema>;

/** The population behind a group's money, or the reason why it is not given. */
const SpendEvidenceSchema = Type.Union([
  Type.Object({ state: Type.Literal('available'), counts: SpendCountsSchema }, closed),
  Type.Object({ state: Type.Literal('unavailable'), reason: literalUnion(UNAVAILABLE_REASONS) }, closed),
]);

/** The cells of one purpose. Purposes are never blended. */
const AnswerGroupSchema = Type.Object(
  {
    purpose: literalUnion(PURPOSES),
    cells: Type.Array(CellSchema),
    evidence_coverage: Type.Optional(
      Type.Object({ completion: CompletionEvidenceSchema, spend: Type.Optional(SpendEvidenceSchema) }, closed),
    ),
  },
  closed,
);

/** An insight answer: the pin that it was computed under, and one body. A window without traffic has no `groups`. */
export const InsightAnswerSchema = Type.Object(
  {
    read_context: ReadContextSchema,
    minted: Type.Boolean({ description: 'This read created the context' }),
    shape: literalUnion(SHAPES),
    groups: Type.Optional(Type.Array(AnswerGroupSchema)),
    coverage: Type.Array(CoverageSchema, { description: 'Gaps disclosed by ingest for the window' }),
    truncated: Type.Boolean({ description: 'A row bound was reached' }),
  },
  closed,
);

export type AnswerGroup = Static<typeof AnswerGroupSchema>;
export type InsightAnswer = Static<typeof InsightAnswerSchema>;
