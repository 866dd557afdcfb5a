import { quoteExcerpt, type LabelVerdict } from '../terms/label-verdict.ts';
import { normalizeText } from './normalize-text.ts';
import { isTurkish } from './typography.ts';

/** A factorial sign rather than an exclamation mark. */
const FACTORIAL = /\d!\s*$/u;

/** The verdict of an answer against the expected text, both after `normalizeText`. */
export function checkText(expected: string, answer: string): LabelVerdict {
  const isInTurkish = isTurkish(expected) || isTurkish(answer);
  const read = normalizeText(answer, isInTurkish);
  const rationale = `Read ${quoteExcerpt(read)}.`;
  if (read !== normalizeText(expected, isInTurkish)) return { outcome: 'fail', rationale };
  if (FACTORIAL.test(expected) === FACTORIAL.test(answer)) return { outcome: 'pass', rationale };
  return { outcome: 'unknown', rationale: `${rationale} The sign "!" behind a number may be a factorial.` };
}
