import { distanceOf, isAtMost, parseDecimal, type Fraction } from '../../kernel/fraction.ts';

/** Behind it stands the final answer alone, as in the solutions of GSM8K. */
const FINAL_ANSWER = '####';

/**
 * A number as people write it: a sign that does not join two numbers or words, a currency, thousands in groups of three, places
 * behind a point, an exponent of at most three digits.
 */
const NUMBER =
  /(?:(?<![\p{L}\p{N}).])[-−+])?[$€£¥]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:[eE][-+]?\d{1,3}(?![\p{L}\p{N}]))?|(?<![\p{L}\p{N}])\.\d+/gu;

/**
 * True when the number that the answer ends with lies within the tolerance of the expected one, exactly: nothing is rounded. Of
 * an answer with `####` it is the first number behind the last of them, of any other the last number.
 *
 * @param expected decimal text
 * @param tolerance decimal text, not negative
 */
export function isNumberWithin(answer: string, expected: string, tolerance: string): boolean {
  const [found, wanted, allowed] = [finalNumber(answer), parseDecimal(expected), parseDecimal(tolerance)];
  if (found === undefined || wanted === undefined || allowed === undefined) return false;
  return isAtMost(distanceOf(found, wanted), allowed);
}

function finalNumber(answer: string): Fraction | undefined {
  const marked = answer.lastIndexOf(FINAL_ANSWER);
  const numbers = answer.slice(marked + 1).match(NUMBER);
  const text = marked < 0 ? numbers?.at(-1) : numbers?.[0];
  if (text === undefined) return undefined;
  return parseDecimal(
    text
      .replace(/[,$€£¥+]/gu, '')
      .replace('−', '-')
      .replace(/^\./u, '0.'),
  );
}
