import { RE2JS, RE2JSException } from 're2js';

/**
 * True if the regular expression matches a part of the text. The syntax is that of RE2, without look-around and
 * back-references. A search takes time linear in the text, so no label of a customer blocks a worker.
 *
 * @throws RE2JSException for a pattern with a `labelPatternFault`
 */
export function findLabelPattern(pattern: string, text: string): boolean {
  return RE2JS.compile(pattern).test(text);
}

/** The fault of a regular expression as a sentence; undefined for a valid expression. */
export function labelPatternFault(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `The pattern is not a regular expression of RE2 (${error.message}).`;
  }
}
