import { stringify, type Options } from 'csv-stringify/sync';
import type { InsightAnswer } from '../insight-answer.ts';
import { CSV_COLUMNS, csvRows, OTHER_COLUMN } from './csv-rows.ts';
import { spreadsheetText } from './spreadsheet-text.ts';

/** RFC 4180. The package quotes a field for the line end that it writes, and so not for half of one. */
const FORM: Options = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]/,
  cast: { string: spreadsheetText },
};

/** An answer as RFC 4180 text in pieces: the names of the columns, then one row per group and cell. */
export function* answerCsv(answer: InsightAnswer): Generator<string> {
  const { groups = [] } = answer;
  const columns = [...CSV_COLUMNS, ...(groups.some(({ facet }) => facet?.other) ? [OTHER_COLUMN] : [])];
  const form = { ...FORM, columns };
  yield stringify([columns], form);
  for (const group of groups) yield stringify(csvRows(answer, group), form);
}
