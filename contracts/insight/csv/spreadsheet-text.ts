const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** What a reader may drop before it looks at a cell: blanks of every kind, the byte order mark, what has no width. */
const DROPPED = '[\\s\\u0085\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]*';

/**
 * Where a spreadsheet may see a formula begin, full-width forms included, or the mark against it: at the start, and after
 * a semicolon, at which the spreadsheets of many countries cut a line, whatever a quote before it says.
 */
const FORMULA_START = new RegExp(
  `^(?=${DROPPED}[=+\\-@＝＋－＠']|[\\t\\r\\n])|;(?=${DROPPED}[=+\\-@＝＋－＠'"]|[\\t\\r\\n])`,
  'g',
);

/**
 * A text as a spreadsheet may be given it. Model names, routes and connections are whatever traffic says they are, and
 * one that begins like a formula would be computed where the table is opened: it gets an apostrophe in front. A plain
 * decimal stays a number, negative or not. Taking off one apostrophe at the start and one after each semicolon gives every
 * text back.
 */
export function spreadsheetText(text: string): string {
  return PLAIN_NUMBER.test(text) ? text : text.replace(FORMULA_START, "$&'");
}
