import { choiceOf } from './choice-of.ts';
import { isSameJson } from './is-same-json.ts';
import { normalizeText } from './normalize-text.ts';
import { isNumberWithin } from './is-number-within.ts';

/** How an answer is held against the label of its case. */
export type LabelCheck =
  /** Every character. */
  | { readonly kind: 'exact'; readonly expected: string }
  /** Every character that `normalizeText` leaves. */
  | { readonly kind: 'normalized'; readonly expected: string }
  /** The number that the answer ends with; both members are decimal texts. */
  | { readonly kind: 'number'; readonly expected: string; readonly tolerance: string }
  /** The last of the choices that the answer names; `expected` is one of them. */
  | { readonly kind: 'choice'; readonly expected: string; readonly choices: readonly string[] }
  /** A regular expression that occurs in the answer. */
  | { readonly kind: 'pattern'; readonly expected: string }
  /** A JSON value, whatever the order of its members. */
  | { readonly kind: 'json'; readonly expected: string };

/** How a label can be checked. */
export const LABEL_CHECKS = [
  'exact',
  'normalized',
  'number',
  'choice',
  'pattern',
  'json',
] as const satisfies readonly LabelCheck['kind'][];

/** True when the regular expression occurs in the text, found in time that grows with the text alone. */
export type FindPattern = (pattern: string, text: string) => boolean;

/** True when the answer is what the label expects. It is the same for the same answer, always: there is no unknown. */
export function passesLabel(check: LabelCheck, answer: string, findPattern: FindPattern): boolean {
  switch (check.kind) {
    case 'exact':
      return answer === check.expected;
    case 'normalized':
      return normalizeText(answer) === normalizeText(check.expected);
    case 'number':
      return isNumberWithin(answer, check.expected, check.tolerance);
    case 'choice':
      return choiceOf(answer, check.choices) === check.expected;
    case 'pattern':
      return findPattern(check.expected, answer);
    case 'json':
      return isSameJson(answer, check.expected);
  }
}
