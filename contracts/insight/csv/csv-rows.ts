import { toDollars } from '../../../domain/insight/to-dollars.ts';
import { LATENCY_OUTCOMES, QUANTILE_LEVELS, type LatencyOutcome } from '../../../domain/insight/insight-sets.ts';
import type { MeasuredValue } from '../../../domain/insight/measured-value.ts';
import type { AnswerGroup, LatencySummary } from '../answer/answer-group.ts';
import type { InsightAnswer } from '../answer/insight-answer.ts';

const COMPLETION = [
  'numerator',
  'denominator',
  'completed',
  'refused',
  'failed',
  'partial',
  'cancelled',
  'pending_or_unknown',
] as const;

const SPEND = [
  'priced_effects',
  'pending_effects',
  'unpriced_effects',
  'estimated_effects',
  'estimate_status_unknown_effects',
  'adjustment_effects',
] as const;

const PROTECTION = [
  'observed_requests',
  'unknown_requests',
  'eligible',
  'evaluated',
  'blocked',
  'modified',
  'errors',
  'not_executed',
  'blocked_requests',
] as const;

const populationColumns = <Outcome extends LatencyOutcome>(outcome: Outcome) =>
  [`latency_${outcome}_samples`, ...QUANTILE_LEVELS.map((level) => `latency_${outcome}_${level}` as const)] as const;

/** The columns of an answer as a table, in their order. docs/reports.md describes each of them. */
export const CSV_COLUMNS = [
  ...(['purpose', 'period', 'from', 'to', 'bucket', 'facet', 'facet_value', 'facet_unserved'] as const),
  ...(['metric', 'state', 'number', 'unit', 'amount_usd', 'lower_bound', 'reason', 'coverage'] as const),
  ...(['latency_method', 'latency_max_relative_error'] as const),
  ...LATENCY_OUTCOMES.flatMap(populationColumns),
  ...COMPLETION.map((name) => `completion_${name}` as const),
  ...(['spend_state', 'spend_reason'] as const),
  ...SPEND.map((name) => `spend_${name}` as const),
  ...PROTECTION.map((name) => `protection_${name}` as const),
  ...(['comparison_note', 'answer_coverage', 'answer_truncated'] as const),
] as const;

/** An additional last column, for an answer in which not every value of a facet has a group of its own. */
export const OTHER_COLUMN = 'facet_other';

/** Additional last columns, for an answer by dimensions. */
export const DIMENSION_CSV_COLUMNS = [
  'dimension',
  'dimension_value',
  'dimension_other',
  'dimension_other_values',
  'dimension_withheld',
  'dimension_folded_events',
] as const;

/** One line of the table. A column that does not apply is absent, never 0. */
export type CsvRow = Partial<
  Record<(typeof CSV_COLUMNS)[number] | typeof OTHER_COLUMN | (typeof DIMENSION_CSV_COLUMNS)[number], string>
>;

type Cell = AnswerGroup['cells'][number];

/** The rows of one group: its cells in their order, followed by those of the previous period. */
export function csvRows(answer: InsightAnswer, group: AnswerGroup): CsvRow[] {
  const { bucket, previous } = group;
  const { from, to } = bucket ?? answer.read_context;
  const line = lineOf(answer, group);
  const evidence = evidenceOf(group);
  const current = group.cells.map((cell) => ({
    ...line,
    ...valueOf(cell),
    ...latencyOf(group.latency?.find(({ metric }) => metric === cell.metric)),
    ...evidence,
    period: 'current',
    from,
    to,
  }));
  const before = previous?.cells.map((cell) => ({
    ...line,
    ...valueOf(cell),
    period: 'previous',
    from: previous.from,
    to: previous.to,
  }));
  return [...current, ...(before ?? [])];
}

/** The cells that every row of a group shares. */
function lineOf(answer: InsightAnswer, { purpose, bucket, facet, dimension, previous }: AnswerGroup): CsvRow {
  return {
    purpose,
    ...(bucket && { bucket: bucket.label }),
    ...(facet && { facet: facet.member }),
    ...(facet?.value !== undefined && { facet_value: facet.value }),
    ...(facet?.unserved && { facet_unserved: 'true' }),
    ...(facet?.other && { [OTHER_COLUMN]: 'true' }),
    ...(dimension && dimensionOfLine(dimension)),
    ...(previous?.note && { comparison_note: previous.note }),
    answer_coverage: answer.coverage.join(' '),
    answer_truncated: String(answer.truncated),
  };
}

function dimensionOfLine(dimension: NonNullable<AnswerGroup['dimension']>): CsvRow {
  const { name, value, other, values, folded_events: events, withheld } = dimension;
  return {
    dimension: name,
    ...(value !== undefined && { dimension_value: value }),
    ...(other && { dimension_other: 'true' }),
    ...(values !== undefined && { dimension_other_values: values }),
    ...(withheld && { dimension_withheld: 'true' }),
    ...(events !== undefined && { dimension_folded_events: events }),
  };
}

function valueOf({ metric, value }: Cell): CsvRow {
  return {
    metric,
    state: value.state,
    ...(value.state === 'unavailable' ? { reason: value.reason } : numberOf(value)),
  };
}

function numberOf(value: Exclude<MeasuredValue, { state: 'unavailable' }>): CsvRow {
  return {
    number: value.number,
    unit: value.unit,
    ...(value.unit === 'nano_usd' && { amount_usd: toDollars(value.number) }),
    lower_bound: String(value.state === 'partial'),
    ...(value.state === 'partial' && { coverage: value.coverage.join(' ') }),
  };
}

function latencyOf(summary: LatencySummary | undefined): CsvRow {
  if (summary === undefined) return {};
  const row: CsvRow = { latency_method: summary.method };
  if (summary.max_relative_error !== undefined) row.latency_max_relative_error = summary.max_relative_error;
  for (const { outcome, samples, quantiles } of summary.populations) {
    row[`latency_${outcome}_samples`] = samples;
    if (quantiles === undefined) continue;
    for (const level of QUANTILE_LEVELS) row[`latency_${outcome}_${level}`] = quantiles[level];
  }
  return row;
}

function evidenceOf({ evidence_coverage: evidence, protection }: AnswerGroup): CsvRow {
  const row: CsvRow = {};
  const { completion, spend } = evidence ?? {};
  if (completion) for (const name of COMPLETION) row[`completion_${name}`] = completion[name];
  if (spend) row.spend_state = spend.state;
  if (spend?.state === 'unavailable') row.spend_reason = spend.reason;
  if (spend?.state === 'available') for (const name of SPEND) row[`spend_${name}`] = spend.counts[name];
  if (protection) for (const name of PROTECTION) row[`protection_${name}`] = protection[name];
  return row;
}
