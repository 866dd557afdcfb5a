import { CALL_FAULTS } from '../../models/model-call.ts';
import { SCORING_FAILURES } from './judge-traffic.ts';

const SENTENCES: Readonly<Record<string, string>> = { ...CALL_FAULTS, ...SCORING_FAILURES };

/** The sentence for a failure code. The code may be of another version; the sentence then says that it is unknown. */
export function failureText(code: string): string {
  return SENTENCES[code] ?? 'This version does not know the code.';
}
