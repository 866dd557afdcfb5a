import { LIMIT_UNITS, type LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';

/** The results of an exchange with Postgres about a lease. */
export const EXCHANGE_RESULTS = ['done', 'lapsed', 'failed'] as const;
export type ExchangeResult = (typeof EXCHANGE_RESULTS)[number];

/** The counts of this process under limits, as plain numbers: each call adds to them, and a scrape reads them. */
export interface GovernanceFigures {
  readonly reserved: Record<LimitUnit, number>;
  readonly settled: Record<LimitUnit, number>;
  readonly exchanges: Record<ExchangeResult, number>;
  /** Calls that were admitted although a limit could not be applied. */
  suspended: number;
}

export function newGovernanceFigures(): GovernanceFigures {
  return {
    reserved: zeros(LIMIT_UNITS),
    settled: zeros(LIMIT_UNITS),
    exchanges: zeros(EXCHANGE_RESULTS),
    suspended: 0,
  };
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
