/**
 * A run of combining marks that is longer than in any language: the Stream-Safe Text Format of Unicode (UAX #15) allows
 * at most 30. The time to sort a run grows with the square of its length. The form NFKC turns the two halfwidth sound
 * marks into combining marks.
 */
const LONG_ROW_OF_MARKS = /[\p{M}\uFF9E\uFF9F]{31}/u;

/**
 * A text in a Unicode normalization form; undefined if it contains a run of combining marks that is too long to sort.
 */
export function composeText(text: string, form: 'NFC' | 'NFKC'): string | undefined {
  return LONG_ROW_OF_MARKS.test(text) ? undefined : text.normalize(form);
}
