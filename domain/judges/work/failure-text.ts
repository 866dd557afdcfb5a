import { CALL_FAULTS } from '../../models/model-call.ts';
import { SCORING_FAILURES } from './judge-traffic.ts';

const SENTENCES: Readonly<Record<string, string>> = { ...CALL_FAULTS, ...SCORING_FAILURES };

/** Why there is no verdict, as a sentence; of a code of another version it says that. */
export function failureText(code: string): string {
  return SENTENCES[code] ?? 'This version does not know the code.';
}
