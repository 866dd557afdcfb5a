import { stringify } from 'csv-stringify/sync';
import type { InsightAnswer } from '../answer/insight-answer.ts';
import { CSV_FORM } from '../csv/csv-form.ts';
import { csvRows } from '../csv/csv-rows.ts';
import { toInsightRow } from './insight-rows.ts';

/**
 * The columns of the short form: the members of a row, the time that it covers, and the coverage of the complete
 * answer.
 */
const ROW_COLUMNS = [
  ...(['purpose', 'period', 'from', 'to', 'bucket', 'facet', 'group', 'group_kind'] as const),
  ...(['metric', 'state', 'value', 'unit', 'amount_usd', 'reason', 'answer_coverage', 'answer_truncated'] as const),
] as const;

/**
 * The short form of an answer as RFC 4180 text in pieces: the names of the columns, then one row per group and cell.
 */
export function* rowsCsv(answer: InsightAnswer): Generator<string> {
  const form = { ...CSV_FORM, columns: ROW_COLUMNS };
  yield stringify([ROW_COLUMNS], form);
  for (const group of answer.groups ?? []) {
    const lines = csvRows(answer, group);
    yield stringify(
      lines.map((line) => ({ ...line, ...toInsightRow(line) })),
      form,
    );
  }
}
