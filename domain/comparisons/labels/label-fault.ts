import type { FieldFault } from '../../kernel/errors.ts';
import { parseDecimal } from '../../kernel/fraction.ts';
import { isSameJson } from './is-same-json.ts';
import type { LabelCheck } from './terms/label-check.ts';
import { decimalMark } from './numbers/decimal-mark.ts';
import { normalizeText } from './texts/normalize-text.ts';

/** Describes the fault of a regular expression; returns undefined for a valid one. */
export type PatternFault = (pattern: string) => string | undefined;

/** The fault of a label that no answer can be checked against as intended; undefined for a valid label. */
export function labelFault(check: LabelCheck, patternFault: PatternFault): FieldFault | undefined {
  switch (check.kind) {
    case 'exact':
      return check.expected === ''
        ? expectedFault('The expected answer is empty, and no answer is empty. Write at least one character.')
        : undefined;
    case 'normalized':
      return normalizeText(check.expected) === ''
        ? expectedFault(
            'The expected answer has only white space, quotes, Markdown marks and punctuation. Write at least one other character.',
          )
        : undefined;
    case 'number':
      return numberFault(check);
    case 'choice':
      return choiceFault(check);
    case 'pattern': {
      const fault = patternFault(check.expected);
      return fault === undefined ? undefined : expectedFault(fault);
    }
    case 'json':
      return isSameJson(check.expected, check.expected)
        ? undefined
        : expectedFault('The expected answer is not valid JSON. Correct it.');
  }
}

function numberFault({ expected, tolerance, locale }: Extract<LabelCheck, { kind: 'number' }>): FieldFault | undefined {
  if (parseDecimal(expected) === undefined)
    return expectedFault('The expected answer is not a number. Write it as digits, such as 42 or -0.5.');
  const allowed = parseDecimal(tolerance);
  if (allowed === undefined || allowed.numerator < 0n) {
    return {
      pointer: '/tolerance',
      detail: 'The tolerance must be a number of at least 0. Write it as digits, such as 0 or 0.01.',
    };
  }
  return locale !== undefined && decimalMark(locale) === undefined
    ? {
        pointer: '/locale',
        detail:
          'The language of the locale is unknown. Write a language and, if needed, a region, such as de or de-CH.',
      }
    : undefined;
}

function choiceFault({ expected, choices, mark }: Extract<LabelCheck, { kind: 'choice' }>): FieldFault | undefined {
  const different = new Set(choices.map((choice) => choice.trim().toLowerCase()));
  if (different.has('') || different.size < choices.length)
    return { pointer: '/choices', detail: 'Each choice must be a string, and no two may differ only in case.' };
  if (mark?.trim() === '')
    return { pointer: '/mark', detail: 'The mark has only white space. Write at least one other character.' };
  return choices.includes(expected)
    ? undefined
    : expectedFault('The expected answer is not one of the choices. Use one of them.');
}

function expectedFault(detail: string): FieldFault {
  return { pointer: '/expected', detail };
}
