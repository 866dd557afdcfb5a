import type { LimitEntry } from '../../domain/gateway/governance/governance-block.ts';

/**
 * The limit of the demo's gateway. It covers only calls with the tag `budget: demo`, so that a new user can see a
 * refusal, and no other call is limited.
 */
export const DEMO_LIMIT = {
  id: 'demo-budget',
  node: 'tag:budget=demo',
  budget_usd: 0.25,
  per: 'day',
} as const satisfies LimitEntry;
