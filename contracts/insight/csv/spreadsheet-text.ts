const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Characters that a spreadsheet may drop before it interprets a cell: blanks, the byte order mark, and characters
 * without width.
 */
const DROPPED = '[\\s\\u0085\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]*';

/**
 * The positions at which a spreadsheet may recognize a formula, or the mark against one: at the start, and after a
 * semicolon. Full-width forms are included. In many countries, spreadsheets split a line at a semicolon, even inside
 * quotes.
 */
const FORMULA_START = new RegExp(
  `^(?=${DROPPED}[=+\\-@＝＋－＠']|[\\t\\r\\n])|;(?=${DROPPED}[=+\\-@＝＋－＠'"]|[\\t\\r\\n])`,
  'g',
);

/**
 * A text that is safe for a spreadsheet. Names of models, routes and connections come from traffic, and a spreadsheet
 * would evaluate a name that starts like a formula. An apostrophe in front prevents this. A plain decimal stays a
 * number, negative or not. Remove one apostrophe at the start and one after each semicolon to restore the text.
 */
export function spreadsheetText(text: string): string {
  return PLAIN_NUMBER.test(text) ? text : text.replace(FORMULA_START, "$&'");
}
