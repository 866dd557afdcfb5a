import { checkChoice } from './choices/check-choice.ts';
import { isSameJson } from './is-same-json.ts';
import type { LabelCheck } from './terms/label-check.ts';
import type { LabelVerdict } from './terms/label-verdict.ts';
import { checkNumber } from './numbers/check-number.ts';
import { checkText } from './texts/check-text.ts';

/** True when the regular expression occurs in the text, found in time that grows with the text alone. */
export type FindPattern = (pattern: string, text: string) => boolean;

/**
 * Holds an answer against a label, in time that grows with the answer alone. It is the same for the same answer,
 * always. What can be read in several ways, or not at all, is unknown; only a number and a choice can be.
 */
export function checkLabel(check: LabelCheck, answer: string, findPattern: FindPattern): LabelVerdict {
  switch (check.kind) {
    case 'exact':
      return asWritten(answer === check.expected);
    case 'normalized':
      return checkText(check.expected, answer);
    case 'number':
      return checkNumber(check, answer);
    case 'choice':
      return checkChoice(check, answer);
    case 'pattern':
      return asWritten(findPattern(check.expected, answer));
    case 'json':
      return asWritten(isSameJson(answer, check.expected));
  }
}

/** The verdict of a check that takes an answer as it is written. */
function asWritten(passes: boolean): LabelVerdict {
  return { outcome: passes ? 'pass' : 'fail', rationale: '' };
}
