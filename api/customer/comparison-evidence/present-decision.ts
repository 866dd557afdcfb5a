import { redactClauseMoney } from '../../../contracts/comparisons/clause.ts';
import type { ComparisonDecisionV1 } from '../../../contracts/comparisons/comparison-decision.ts';
import type { ComparisonDecisionRow } from '../../../store/comparisons/comparison-decision-store.ts';

/** The document of a decision, with or without cost, depending on the caller's permission. */
export function presentDecision(row: ComparisonDecisionRow, mayReadCost: boolean): ComparisonDecisionV1 {
  const clauses = mayReadCost ? row.clauses : row.clauses.map(redactClauseMoney);
  return { ...row, clauses, decided_at: row.decided_at.toISOString() };
}
