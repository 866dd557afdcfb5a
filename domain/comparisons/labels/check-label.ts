import { checkChoice } from './choices/check-choice.ts';
import { isSameJson } from './is-same-json.ts';
import type { LabelCheck } from './terms/label-check.ts';
import type { LabelVerdict } from './terms/label-verdict.ts';
import { checkNumber } from './numbers/check-number.ts';
import { checkText } from './texts/check-text.ts';

/**
 * Returns true if the regular expression matches somewhere in the text. The time must grow only with the length of the
 * text.
 */
export type FindPattern = (pattern: string, text: string) => boolean;

/**
 * The verdict of an answer against a label, computed in time that grows only with the length of the answer. Equal
 * answers always get equal verdicts. Only checks of a number or a choice can be unknown: the answer then has several
 * readings, or none.
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

/** The verdict of a check that takes the answer literally. */
function asWritten(passes: boolean): LabelVerdict {
  return { outcome: passes ? 'pass' : 'fail', rationale: '' };
}
