import { quoteExcerpt, type LabelVerdict } from '../terms/label-verdict.ts';
import { findGivenChoice } from './find-given-choice.ts';

/** An expected choice among several. */
export interface ExpectedChoice {
  readonly expected: string;
  readonly choices: readonly string[];
  /** The mark before the answer, if answers have one. */
  readonly mark?: string;
}

/**
 * The verdict of the choice that an answer gives, against the expected one; unknown if the expected choice is only one
 * of several possible readings.
 */
export function checkChoice({ expected, choices, mark }: ExpectedChoice, answer: string): LabelVerdict {
  const found = findGivenChoice(answer, choices, mark);
  const from = quoteExcerpt(found.from);
  const [choice] = found.choices;
  if (choice === undefined) return { outcome: 'fail', rationale: 'Read none of the choices.' };
  const read = found.choices.map(quoteExcerpt).join(' or ');
  if (!found.isOpen && found.choices.length === 1) {
    return { outcome: choice === expected ? 'pass' : 'fail', rationale: `Read ${quoteExcerpt(choice)} from ${from}.` };
  }
  return found.choices.includes(expected)
    ? { outcome: 'unknown', rationale: `Can read ${from} as ${read}${found.isOpen ? ', or as none' : ''}.` }
    : { outcome: 'fail', rationale: `Read ${read} from ${from}.` };
}
