import { BREACH_TYPES, type BreachType } from './limit-breach.ts';

/** The type of a refusal by governance: the header `x-tt-refusal-type` and `error.type`. */
export type GovernanceRefusalType = 'invalid_key' | 'scope_violation' | BreachType;

/** The status of each refusal by governance. */
export const GOVERNANCE_REFUSAL_STATUSES: Readonly<Record<GovernanceRefusalType, number>> = {
  invalid_key: 401,
  scope_violation: 403,
  ...(Object.fromEntries(BREACH_TYPES.map((type) => [type, 429])) as Record<BreachType, 429>),
  enforcement_unavailable: 503,
};

/** The refusals by governance that have a row. A request without a valid key belongs to no environment and has none. */
export const RECORDED_REFUSALS = ['scope_violation', ...BREACH_TYPES] as const;
export type RecordedRefusal = (typeof RECORDED_REFUSALS)[number];

/** True if a limit refuses with this type. */
export function isLimitRefusal(type: RecordedRefusal): type is BreachType {
  return type !== 'scope_violation';
}
