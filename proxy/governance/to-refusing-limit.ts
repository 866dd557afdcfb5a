import type { RefusingLimit } from '../../contracts/ingest/events/refusing-limit.ts';
import type { LimitBreach } from '../../domain/gateway/governance/limit-breach.ts';

/** The limit of a breach as the row of the refused request states it, with amounts in the counted unit. */
export function toRefusingLimit({ limitId, node, unit, observed, limit, bound, resetsAt }: LimitBreach): RefusingLimit {
  return {
    id: limitId,
    node,
    unit,
    limit: inRange(limit),
    ...(observed !== undefined && { observed: inRange(observed) }),
    bound: inRange(bound),
    ...(resetsAt !== undefined && { resets_at: new Date(resetsAt).toISOString() }),
  };
}

/** An amount in the range of the traffic format: no worker could load the row of a call with any other amount. */
function inRange(amount: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(amount)));
}
