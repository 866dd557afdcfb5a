import { Type, type Static } from 'typebox';
import { COVERAGE_ENTRIES } from '../../../domain/insight/coverage.ts';
import { PURPOSES, UNITS } from '../../../domain/insight/insight-sets.ts';
import { FACETS } from '../../../domain/insight/dimensions.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import type { FileAnswer } from '../../wire/operations/operation.ts';
import { InstantSchema, textSchema } from '../../wire/scalars.ts';
import { MAX_CSV_ROW_CHARACTERS } from '../csv/csv-form.ts';
import { csvRows, type CsvRow } from '../csv/csv-rows.ts';
import { CallerDimensionSchema } from '../terms/caller-dimension.ts';
import { CoverageSchema, MAX_DIGITS, MetricIdSchema, NumberSchema, trafficText } from '../terms/answer-scalars.ts';
import type { InsightAnswer } from '../answer/insight-answer.ts';
import { QUERY_LIMITS } from '../terms/query-limits.ts';

const closed = { additionalProperties: false } as const;
const decimal = Type.String({
  maxLength: MAX_DIGITS,
  pattern: '^-?\\d+(\\.\\d+)?$',
  description: 'Exact amount in USD',
});

/** One figure of one group. */
export const InsightRowSchema = Type.Object(
  {
    purpose: literalUnion(PURPOSES),
    period: literalUnion(['current', 'previous']),
    bucket: Type.Optional(
      Type.String({ maxLength: 32, pattern: '^[0-9 :+-]+$', description: 'The bucket; only for series' }),
    ),
    facet: Type.Optional(literalUnion(FACETS)),
    dimension: Type.Optional(CallerDimensionSchema),
    group: Type.Optional(trafficText({ minLength: 1, description: 'The value of the facet or dimension' })),
    group_kind: Type.Optional(
      literalUnion(['unnamed', 'unserved', 'other', 'withheld'], {
        description: 'The kind of a group without a value',
      }),
    ),
    metric: MetricIdSchema,
    state: literalUnion(['available', 'partial', 'unavailable']),
    value: Type.Optional(NumberSchema),
    unit: Type.Optional(literalUnion(UNITS)),
    amount_usd: Type.Optional(decimal),
    reason: Type.Optional(
      Type.String({
        maxLength: 1_024,
        pattern: '^[a-z0-9_:. ]+$',
        description: 'The reason why the value is absent; for a partial value, the missing parts',
      }),
    ),
  },
  { ...closed, title: 'InsightRow' },
);

/** The maximum number of rows: one for each cell of each group, in the window and in the previous period. */
const MAX_ROWS = QUERY_LIMITS.max_groups * QUERY_LIMITS.max_metrics * 2;

/** The figures of an answer as rows: a short form without its pin, evidence and latencies. */
export const InsightRowsSchema = Type.Object(
  {
    from: InstantSchema,
    to: InstantSchema,
    rows: Type.Array(InsightRowSchema, { maxItems: MAX_ROWS }),
    coverage: Type.Array(CoverageSchema, { maxItems: COVERAGE_ENTRIES.length }),
    truncated: Type.Boolean({ description: 'True if a limit was reached, so that groups are missing' }),
  },
  { ...closed, title: 'InsightRows' },
);

/** The file form of these rows: a table. */
export const INSIGHT_ROWS_FILE: FileAnswer = {
  description: 'the same rows as a table, with the time of each row and the gaps of the answer',
  content: {
    'text/csv': {
      schema: textSchema(MAX_ROWS * MAX_CSV_ROW_CHARACTERS, { description: 'RFC 4180 with a header row' }),
    },
  },
};

export type InsightRow = Static<typeof InsightRowSchema>;
export type InsightRows = Static<typeof InsightRowsSchema>;

/** The short form of an answer that has groups. */
export function toInsightRows(answer: InsightAnswer): InsightRows {
  const { read_context: context, groups = [], coverage, truncated } = answer;
  const rows = groups.flatMap((group) => csvRows(answer, group).map(toInsightRow));
  return { from: context.from, to: context.to, rows, coverage, truncated };
}

/** One figure in the short form. A member that does not apply is absent, never 0. */
export function toInsightRow(line: CsvRow): InsightRow {
  const { purpose, period, bucket, facet, dimension, metric, state, number, unit, amount_usd, reason, coverage } = line;
  const why = reason ?? coverage;
  return {
    ...{ purpose, period },
    ...(bucket !== undefined && { bucket }),
    ...(facet !== undefined && { facet, ...groupOf(line) }),
    ...(dimension !== undefined && { dimension, ...dimensionGroup(line) }),
    ...{ metric, state },
    ...(number !== undefined && { value: number, unit }),
    ...(amount_usd !== undefined && { amount_usd }),
    ...(why !== undefined && { reason: why }),
  } as InsightRow;
}

function groupOf({
  facet_value: value,
  facet_unserved,
  facet_other,
}: CsvRow): Pick<InsightRow, 'group' | 'group_kind'> {
  if (value !== undefined) return { group: value };
  if (facet_other !== undefined) return { group_kind: 'other' };
  return { group_kind: facet_unserved === undefined ? 'unnamed' : 'unserved' };
}

function dimensionGroup({
  dimension_value: value,
  dimension_other: other,
  dimension_withheld: withheld,
}: CsvRow): Pick<InsightRow, 'group' | 'group_kind'> {
  if (value !== undefined) return { group: value };
  if (withheld !== undefined) return { group_kind: 'withheld' };
  return { group_kind: other === undefined ? 'unnamed' : 'other' };
}
