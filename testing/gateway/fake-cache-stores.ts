import type { CacheFigure } from '../../domain/gateway/cache/cache-outcomes.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { CacheCandidateStore, SimilarityKey } from '../../store/gateway/cache-candidate-store.ts';
import type { CacheEntry, CacheEntryStore, Purge } from '../../store/gateway/cache-entry-store.ts';
import type { CacheFigureStore } from '../../store/gateway/cache-figure-store.ts';

export interface FakeCacheStores {
  readonly entries: CacheEntryStore;
  readonly candidates: CacheCandidateStore;
  readonly figures: CacheFigureStore;
  /** The present entries. */
  readonly held: () => readonly CacheEntry[];
  /** The keys by which similar requests can find an entry. */
  readonly alike: () => readonly SimilarityKey[];
  /** The counts in the order in which they were stored. */
  readonly counted: () => readonly CacheFigure[];
  /** Makes all stores fail from now on, or repairs them. */
  readonly setBroken: (isBroken: boolean) => void;
  /** The number of look-ups. */
  readonly lookups: () => number;
}

/** The stores of the cache, in memory. */
export function createFakeCacheStores(clock: Clock): FakeCacheStores {
  const entries = new Map<string, CacheEntry>();
  const similarityKeys = new Map<string, SimilarityKey>();
  const purges: Purge[] = [];
  const counted: CacheFigure[] = [];
  let isBroken = false;
  let lookups = 0;
  const answer = <Value>(value: () => Value): Promise<Value> =>
    isBroken ? Promise.reject(new Error('no Postgres')) : Promise.resolve(value());
  const keyOf = ({ fingerprint }: Pick<CacheEntry, 'fingerprint'>): string => fingerprint.toString('hex');
  return {
    held: () => [...entries.values()],
    alike: () => [...similarityKeys.values()],
    counted: () => counted,
    setBroken(now) {
      isBroken = now;
    },
    lookups: () => lookups,
    entries: {
      find: (fingerprint) =>
        answer(() => {
          lookups += 1;
          const entry = entries.get(keyOf({ fingerprint }));
          return entry !== undefined && entry.expiresAt > clock.now() ? entry : undefined;
        }),
      keep: (entry, lastPurge, similarityKey) =>
        answer(() => {
          if (BigInt(purges.length) !== lastPurge) return false;
          entries.set(keyOf(entry), entry);
          if (similarityKey !== undefined) similarityKeys.set(entry.entryId, similarityKey);
          return true;
        }),
      evict: () => answer(() => 0),
      purge: ({ by, value }) =>
        answer(() => {
          purges.push({ by, value });
          const gone = [...entries.values()].filter(
            ({ entryId, scopeKey, ruleId }) => ({ entry: entryId, scope: scopeKey, rule: ruleId })[by] === value,
          );
          for (const entry of gone) entries.delete(keyOf(entry));
          return gone.length;
        }),
      purgesSince: (number) => answer(() => ({ last: BigInt(purges.length), purges: purges.slice(Number(number)) })),
      lastPurge: () => answer(() => BigInt(purges.length)),
    },
    candidates: {
      newest: (partition, after, max) =>
        answer(() =>
          [...entries.values()]
            .flatMap((entry) => {
              const similarityKey = similarityKeys.get(entry.entryId);
              return similarityKey?.partition.equals(partition) === true ? [{ ...entry, ...similarityKey }] : [];
            })
            .filter(({ createdAt, expiresAt }) => createdAt > after && expiresAt > clock.now())
            .slice(-max),
        ),
    },
    figures: {
      add: (figures) =>
        answer(() => {
          counted.push(...figures);
        }),
    },
  };
}
