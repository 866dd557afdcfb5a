/**
 * So many combining marks in a row stand in no text of a language: the Stream-Safe Text Format of Unicode (UAX #15) has no more than 30. To put a
 * longer row in order takes time in the square of its length. The two halfwidth sound marks become such marks in the form NFKC.
 */
const LONG_ROW_OF_MARKS = /[\p{M}\uFF9E\uFF9F]{31}/u;

/** A text in a form of Unicode; undefined where it has a row of marks that is too long to be put in order. */
export function composeText(text: string, form: 'NFC' | 'NFKC'): string | undefined {
  return LONG_ROW_OF_MARKS.test(text) ? undefined : text.normalize(form);
}
