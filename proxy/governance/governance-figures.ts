import { LIMIT_UNITS, type LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';

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
    reserved: zeros(LIMIT_UNITS),
    settled: zeros(LIMIT_UNITS),
    exchanges: zeros(EXCHANGE_ENDS),
    suspended: 0,
  };
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
