import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { CACHE_OUTCOMES, type CacheOutcome } from '../../../domain/gateway/cache/cache-outcomes.ts';

/** The buckets of a look-up, in seconds: from an entry in memory to a Postgres that does not answer in time. */
const LOOKUP_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5];

/** The results of storing an answer. */
const KEPT = ['kept', 'purged', 'dropped', 'failed'] as const;
export type StoreOutcome = (typeof KEPT)[number];

/** The results of a search for a similar request. */
const SEARCHED = ['near', 'none', 'refused', 'unavailable'] as const;

/** The results of waiting for an equal call. */
const WAITED = ['answered', 'released'] as const;

/** The metrics of a process's cache. */
export interface CacheMetrics {
  readonly asked: (outcome: CacheOutcome) => void;
  readonly lookedUp: (ms: number) => void;
  readonly searched: (result: (typeof SEARCHED)[number], ms: number) => void;
  readonly waited: (result: (typeof WAITED)[number]) => void;
  readonly kept: (result: StoreOutcome) => void;
}

/** The bytes of a process's cache in memory; read at each scrape. */
export interface CacheMemoryUse {
  readonly entries: () => number;
  readonly vectors: () => number;
}

export function createCacheMetrics(registry: Registry, held: CacheMemoryUse): CacheMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'truetally_gateway_cache_requests_total',
    help: 'Requests that match a cache rule, by result.',
    labelNames: ['outcome'],
    registers,
  });
  const lookups = new Histogram({
    name: 'truetally_gateway_cache_lookup_duration_seconds',
    help: 'Time of one look-up in the cache, including the fingerprint.',
    buckets: LOOKUP_SECONDS,
    registers,
  });
  const answers = new Counter({
    name: 'truetally_gateway_cache_answers_total',
    help: 'Answers to store, by result: stored, dropped because of a concurrent purge or too many waiting answers, or failed.',
    labelNames: ['result'],
    registers,
  });
  const searches = new Counter({
    name: 'truetally_gateway_cache_searches_total',
    help: 'Searches for a similar request, by result: found, not found, refused by a verifier, or search unavailable.',
    labelNames: ['result'],
    registers,
  });
  const searching = new Histogram({
    name: 'truetally_gateway_cache_search_duration_seconds',
    help: 'Time of one search for a similar request: computing the vector, finding neighbours, and verifying.',
    buckets: LOOKUP_SECONDS,
    registers,
  });
  const waits = new Counter({
    name: 'truetally_gateway_cache_waits_total',
    help: 'Requests that waited for an equal request of the same process, by result: they got its answer, or continued without it.',
    labelNames: ['result'],
    registers,
  });
  new Gauge({
    name: 'truetally_gateway_cache_memory_bytes',
    help: 'Memory of this process for cache entries.',
    registers,
    collect() {
      this.set(held.entries());
    },
  });
  new Gauge({
    name: 'truetally_gateway_cache_vectors_bytes',
    help: 'Memory of this process for the comparison of requests.',
    registers,
    collect() {
      this.set(held.vectors());
    },
  });
  for (const outcome of CACHE_OUTCOMES) requests.inc({ outcome }, 0);
  for (const result of WAITED) waits.inc({ result }, 0);
  for (const result of SEARCHED) searches.inc({ result }, 0);
  for (const result of KEPT) answers.inc({ result }, 0);
  return {
    asked: (outcome) => requests.inc({ outcome }),
    lookedUp: (ms) => lookups.observe(ms / 1_000),
    searched(result, ms) {
      searches.inc({ result });
      searching.observe(ms / 1_000);
    },
    waited: (result) => waits.inc({ result }),
    kept: (result) => answers.inc({ result }),
  };
}
