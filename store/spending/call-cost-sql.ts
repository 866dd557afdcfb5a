/** The spent share of the ceiling of a run `n`, in whole percent; null if the ceiling is 0 or unknown. */
export const SPENT_PERCENT = `trunc(n.settled_nano_usd * 100 / nullif(n.spend_ceiling_nano_usd, 0))::int AS "spentPercent"`;

/** The sum of the known prices of calls, in nano-USD; 0 without one. */
export const PRICED_NANO_USD = `coalesce(sum(settled_nano_usd) FILTER (WHERE price ->> 'state' = 'priced'), 0)`;

/** The number of charged calls without a known price. */
export const UNPRICED_CALLS = `(count(*) FILTER (WHERE state IN ('answered', 'failed_with_bill', 'effect_unknown')
    AND price ->> 'state' IS DISTINCT FROM 'priced'))::int`;
