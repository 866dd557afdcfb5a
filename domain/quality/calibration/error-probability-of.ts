/** The digits after which a configured confidence is rounded; no file states more. */
const SCALE = 1e12;

/**
 * One minus a confidence, rounded to twelve digits: `1 - 0.9` is 0.09999999999999998 in a double, and 0.1 here. It is
 * never 0, because no number of rows could show a limit then.
 */
export function errorProbabilityOf(confidence: number): number {
  return Math.max(1, Math.round((1 - confidence) * SCALE)) / SCALE;
}
