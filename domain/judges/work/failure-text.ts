import { CALL_FAULTS } from '../../models/model-call.ts';
import { SCORING_FAILURES } from './judge-traffic.ts';

const SENTENCES: Readonly<Record<string, string>> = { ...CALL_FAULTS, ...SCORING_FAILURES };

/** The reason for a missing verdict as a sentence; for a code of another version the sentence says so. */
export function failureText(code: string): string {
  return SENTENCES[code] ?? 'This version does not know the code.';
}
