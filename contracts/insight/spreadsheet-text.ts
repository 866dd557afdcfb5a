const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** What a spreadsheet may take for the start of a formula, full-width forms included, and the mark against it. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠']/;

/**
 * A text as a spreadsheet may be given it. Model names, routes and connections are whatever traffic says they are, and
 * one that begins like a formula would be computed where the table is opened: it gets an apostrophe in front. A plain
 * decimal stays a number, negative or not. Taking one leading apostrophe off gives every text back.
 */
export function spreadsheetText(text: string): string {
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
