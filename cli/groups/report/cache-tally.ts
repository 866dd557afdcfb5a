import { CACHE_KINDS } from '../../../domain/gateway/cache/cache-block.ts';
import { cacheFigures, type CacheFigures, type CacheSavings } from '../../../domain/gateway/cache/cache-figures.ts';
import { CACHE_OUTCOMES, type CacheFigure } from '../../../domain/gateway/cache/cache-outcomes.ts';
import type { LoggedCall } from '../../logs/logged-call.ts';

/** The results of the cache, in the form of `GET /cache/stats`. */
export interface CacheReport extends Pick<CacheFigures, 'outcomes' | 'hits' | 'savings'> {
  readonly unlicensed_savings: CacheSavings;
  readonly shadow_savings: CacheSavings;
  readonly unlicensed_shadow_savings: CacheSavings;
}

/** An amount that the gateway notes in nano-USD. */
const NANOS = /^\d{1,18}$/;

/** Counts the results of the cache that the rows of calls note. */
export class CacheTally {
  readonly #figures = new Map<string, { -readonly [Member in keyof CacheFigure]: CacheFigure[Member] }>();

  add({ noted }: Pick<LoggedCall, 'noted'>): void {
    const outcome = CACHE_OUTCOMES.find((name) => name === noted?.['cache']);
    if (outcome === undefined) return;
    const kind = CACHE_KINDS.find((name) => name === noted?.['cache.kind']) ?? '';
    const { 'cache.rule': ruleId = '', 'cache.saved_nanos': saved = '' } = noted ?? {};
    const key = `${outcome} ${kind}`;
    const figure = this.#figures.get(key) ?? {
      ...{ ruleId, outcome, kind, requests: 0n, priced: 0n, savedNanos: 0n },
    };
    figure.requests += 1n;
    if (NANOS.test(saved)) {
      figure.priced += 1n;
      figure.savedNanos += BigInt(saved);
    }
    this.#figures.set(key, figure);
  }

  get figures(): CacheReport {
    const { outcomes, hits, savings, ...others } = cacheFigures([...this.#figures.values()]);
    return {
      ...{ outcomes, hits, savings },
      unlicensed_savings: others.unlicensedSavings,
      shadow_savings: others.shadowSavings,
      unlicensed_shadow_savings: others.unlicensedShadowSavings,
    };
  }
}
