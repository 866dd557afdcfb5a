import type { ComparisonVerdictV1 } from '../../../contracts/comparisons/comparison-verdict.ts';
import type { ComparisonVerdictRow } from '../../../store/comparisons/comparison-verdict-store.ts';

/**
 * The document of a verdict. It has the answer, and the part that a label check read, only for callers who may read
 * content.
 */
export function presentVerdict(row: ComparisonVerdictRow, mayReadContent: boolean): ComparisonVerdictV1 {
  const { version, answer, is_whole: isWhole, created_at: createdAt, reason_code, ...verdict } = row;
  return {
    ...verdict,
    rationale: verdict.source === 'label_check' && !mayReadContent ? '' : verdict.rationale,
    version: version.toString(),
    reason_code: reason_code as ComparisonVerdictV1['reason_code'],
    answer: !mayReadContent
      ? { state: 'absent', reason: 'scope_not_authorized' }
      : answer === null
        ? { state: 'absent', reason: 'not_answered' }
        : { state: 'present', text: answer, whole: isWhole === true },
    created_at: createdAt.toISOString(),
  };
}
