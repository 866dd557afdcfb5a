import type { Options } from 'csv-stringify/sync';
import { spreadsheetText } from './spreadsheet-text.ts';

/** The media type of every table that is sent. */
export const CSV_MEDIA_TYPE = 'text/csv; charset=utf-8; header=present';

/** The maximum length of a row of a table. */
export const MAX_CSV_ROW_CHARACTERS = 4_096;

/**
 * RFC 4180. By default the package quotes a field that contains the complete line ending, but not one with only CR or
 * LF.
 */
export const CSV_FORM: Options = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]/,
  cast: { string: spreadsheetText },
};
