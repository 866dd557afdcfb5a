import { toDollars } from '../../insight/to-dollars.ts';
import { CACHE_KINDS, type CacheKind } from './cache-block.ts';
import { CACHE_OUTCOMES, type CacheFigure, type CacheOutcome } from './cache-outcomes.ts';

/** The savings of requests, some of which may have an unknown price. */
export interface CacheSavings {
  /** US dollars; null if there are requests, but none has a known price. */
  readonly usd: string | null;
  /** The number of requests with a known price. */
  readonly requests: number;
  /** The number of requests without a known price, which `usd` does not include. */
  readonly unpriced_excluded: number;
}

/** The counts and savings of cache requests, by result. */
export interface CacheFigures {
  readonly outcomes: Readonly<Record<CacheOutcome, number>>;
  readonly hits: Readonly<Record<CacheKind, number>>;
  /** The savings of hits of licensed kinds. */
  readonly savings: CacheSavings;
  /**
   * The savings of all other hits. The calls were not made, so nobody knows whether the answers would have been equal.
   */
  readonly unlicensedSavings: CacheSavings;
  /** The potential savings of shadow rules of licensed kinds. They are not real savings. */
  readonly shadowSavings: CacheSavings;
  /** The potential savings of shadow rules of all other kinds. */
  readonly unlicensedShadowSavings: CacheSavings;
}

/**
 * The license of each kind. The hits of a `licensed` kind count as saving the cost of a call; `reason` says why the
 * hits of other kinds do not.
 */
export const CACHE_LICENSES = {
  exact: { posture: 'licensed', reason: null },
  normalized: {
    posture: 'cannot_measure',
    reason: 'No evidence compares answers to requests that differ only in what this kind ignores.',
  },
  semantic: {
    posture: 'cannot_measure',
    reason: 'No evidence compares answers to requests that are similar but not equal.',
  },
} as const;

/** The sums of the counted figures. */
export function cacheFigures(figures: readonly CacheFigure[]): CacheFigures {
  const countOf = (isOne: (figure: CacheFigure) => boolean): number =>
    Number(figures.filter(isOne).reduce((sum, { requests }) => sum + requests, 0n));
  const outcomes = CACHE_OUTCOMES.map((name) => [name, countOf(({ outcome }) => outcome === name)] as const);
  const hits = figures.filter(({ outcome }) => outcome === 'hit');
  const wouldHits = figures.filter(({ outcome }) => outcome === 'would_hit');
  return {
    outcomes: Object.fromEntries(outcomes) as Record<CacheOutcome, number>,
    hits: Object.fromEntries(
      CACHE_KINDS.map((name) => [name, countOf(({ outcome, kind }) => outcome === 'hit' && kind === name)]),
    ) as Record<CacheKind, number>,
    savings: savingsOf(hits.filter(isLicensed)),
    unlicensedSavings: savingsOf(hits.filter((figure) => !isLicensed(figure))),
    shadowSavings: savingsOf(wouldHits.filter(isLicensed)),
    unlicensedShadowSavings: savingsOf(wouldHits.filter((figure) => !isLicensed(figure))),
  };
}

function isLicensed({ kind }: CacheFigure): boolean {
  return kind !== '' && CACHE_LICENSES[kind].posture === 'licensed';
}

/** The savings of the figures: 0 if there are no requests, unknown if no request has a price. */
function savingsOf(figures: readonly CacheFigure[]): CacheSavings {
  const sum = (of: (figure: CacheFigure) => bigint): bigint => figures.reduce((total, one) => total + of(one), 0n);
  const requests = sum((one) => one.requests);
  const priced = sum((one) => one.priced);
  const nanos = sum((one) => one.savedNanos);
  return {
    usd: requests > 0n && priced === 0n ? null : toDollars(String(nanos)),
    requests: Number(priced),
    unpriced_excluded: Number(requests - priced),
  };
}
