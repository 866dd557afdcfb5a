import { RE2JS, RE2JSException } from 're2js';

/**
 * True when the regular expression occurs in the text. It is RE2's: no look-around, no back-references, and a time that
 * grows with the text alone, so that no label of a customer holds up a worker.
 *
 * @throws RE2JSException for a pattern of which `labelPatternFault` says a fault
 */
export function findLabelPattern(pattern: string, text: string): boolean {
  return RE2JS.compile(pattern).test(text);
}

/** The fault of a regular expression as a sentence; undefined if the expression can be searched for. */
export function labelPatternFault(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `It is no regular expression of RE2 (${error.message}).`;
  }
}
