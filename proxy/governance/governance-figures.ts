import type { LimitUnit } from '../../domain/gateway/governance/limit.ts';

/** How an exchange with Postgres over a lease ended. */
export const EXCHANGE_ENDS = ['done', 'lapsed', 'failed'] as const;
export type ExchangeEnd = (typeof EXCHANGE_ENDS)[number];

/** What this process did under limits, in plain numbers: they are counted for each call, and shown at a scrape. */
export interface GovernanceFigures {
  readonly reserved: Record<LimitUnit, number>;
  readonly settled: Record<LimitUnit, number>;
  readonly exchanges: Record<ExchangeEnd, number>;
  /** Calls that were let in although a limit could not be held. */
  suspended: number;
}

export function newGovernanceFigures(): GovernanceFigures {
  return {
    reserved: { requests: 0, tokens: 0, nano_usd: 0, calls: 0 },
    settled: { requests: 0, tokens: 0, nano_usd: 0, calls: 0 },
    exchanges: { done: 0, lapsed: 0, failed: 0 },
    suspended: 0,
  };
}
