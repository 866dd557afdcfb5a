import { toDollars } from '../../insight/to-dollars.ts';
import { CACHE_KINDS, type CacheKind } from './cache-block.ts';
import { CACHE_OUTCOMES, type CacheFigure, type CacheOutcome } from './cache-outcomes.ts';

/** Money that is known of some requests, and not of others. */
export interface CacheSavings {
  /** Dollars; null where the price of none is known. */
  readonly usd: string | null;
  /** Requests that it is of. */
  readonly requests: number;
  /** Requests that are left out, because nobody knows what they would have cost. */
  readonly unpriced_excluded: number;
}

/** The counts of requests at the cache, by their result. */
export interface CacheFigures {
  readonly outcomes: Readonly<Record<CacheOutcome, number>>;
  readonly hits: Readonly<Record<CacheKind, number>>;
  /** The savings of hits whose kind is licensed. */
  readonly savings: CacheSavings;
  /**
   * The savings of the other hits. Their calls were not made, and nobody knows whether the answers would have been
   * equal.
   */
  readonly unlicensedSavings: CacheSavings;
  /** Potential savings of shadow rules of a licensed kind; not real savings. */
  readonly shadowSavings: CacheSavings;
  /** The savings that hits of the other kinds in shadow mode would have had. */
  readonly unlicensedShadowSavings: CacheSavings;
}

/** The licence of each kind: whether its hits may be said to save the cost of the call, and why not. */
export const CACHE_LICENSES = {
  exact: { posture: 'licensed', reason: null },
  normalized: {
    posture: 'cannot_measure',
    reason: 'Nobody compared answers to requests that differ in what the kind passes over.',
  },
  semantic: {
    posture: 'cannot_measure',
    reason: 'Nobody compared answers to requests that are alike and not the same.',
  },
} as const;

/** Adds up what was counted. */
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

/** The savings of figures. Without hits they are 0; hits that cannot be priced make them unknown. */
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
