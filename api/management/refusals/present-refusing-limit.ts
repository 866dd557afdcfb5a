import type { RefusingLimitFact } from '../../../analytics/gateway/refusal-reader.ts';
import type { GovernanceRefusals } from '../../../contracts/gateway/refusals/governance-refusal.ts';
import { COUNTED_UNITS } from '../../../domain/gateway/governance/limit-kind.ts';
import { toDollars } from '../../../domain/insight/to-dollars.ts';

/** The limit that refused a call in the form of an answer, with amounts as decimal texts. */
export function presentRefusingLimit(
  fact: RefusingLimitFact,
): NonNullable<GovernanceRefusals['refusals'][number]['refused_by_limit']> {
  const { id, node, unit, limit, observed, bound, resetsAt } = fact;
  const { shownAs, isMoney } = COUNTED_UNITS[unit];
  const shown = (amount: string): string => (isMoney ? toDollars(amount) : amount);
  return {
    id,
    node,
    unit: shownAs,
    limit: shown(limit),
    observed: observed === undefined ? null : shown(observed),
    bound: shown(bound),
    resets_at: resetsAt === undefined ? null : resetsAt.toISOString(),
  };
}
