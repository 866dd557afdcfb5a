import { stringify } from 'csv-stringify/sync';
import type { InsightAnswer } from '../answer/insight-answer.ts';
import { CSV_FORM } from './csv-form.ts';
import { CSV_COLUMNS, csvRows, DIMENSION_CSV_COLUMNS, OTHER_COLUMN } from './csv-rows.ts';

/** An answer as RFC 4180 text in pieces: the names of the columns, then one row per group and cell. */
export function* answerCsv(answer: InsightAnswer): Generator<string> {
  const { groups = [] } = answer;
  const columns = [
    ...CSV_COLUMNS,
    ...(groups.some(({ facet }) => facet?.other) ? [OTHER_COLUMN] : []),
    ...(groups.some(({ dimension }) => dimension !== undefined) ? DIMENSION_CSV_COLUMNS : []),
  ];
  const form = { ...CSV_FORM, columns };
  yield stringify([columns], form);
  for (const group of groups) yield stringify(csvRows(answer, group), form);
}
