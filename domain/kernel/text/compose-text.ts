/**
 * A row of combining marks that is longer than in any text of a language: the Stream-Safe Text Format of Unicode (UAX
 * #15) has at most 30. The time to order a row grows with the square of its length. The two halfwidth sound marks
 * become such marks in the form NFKC.
 */
const LONG_ROW_OF_MARKS = /[\p{M}\uFF9E\uFF9F]{31}/u;

/** A text in a form of Unicode; undefined where it has a row of marks that is too long to be put in order. */
export function composeText(text: string, form: 'NFC' | 'NFKC'): string | undefined {
  return LONG_ROW_OF_MARKS.test(text) ? undefined : text.normalize(form);
}
