import type { Options } from 'csv-stringify/sync';
import { spreadsheetText } from './spreadsheet-text.ts';

/** The media type of every table that is sent. */
export const CSV_MEDIA_TYPE = 'text/csv; charset=utf-8; header=present';

/** No row of a table is longer. */
export const MAX_CSV_ROW_CHARACTERS = 4_096;

/** RFC 4180. The package quotes a field for the line end that it writes, and so not for half of one. */
export const CSV_FORM: Options = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]/,
  cast: { string: spreadsheetText },
};
