import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { ActiveKey, VirtualKeyStore } from '../../store/gateway/virtual-key-store.ts';
import { INVALID_KEY, KEYS_UNAVAILABLE } from '../call/gateway-error.ts';

export interface KeyRingParts {
  readonly keys: Pick<VirtualKeyStore, 'listInForce'>;
  readonly clock: Clock;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly locatorOf: (token: string) => string | undefined;
}

/** The keys in force, in memory. */
export interface KeyRing {
  /**
   * The key with this text; undefined if no such key is in force; `unavailable` if the known keys are too old to
   * decide. Performs no I/O.
   */
  find(token: string): ActiveKey | undefined | 'unavailable';
  /**
   * The refusal of an admitted call whose key is no longer in force or cannot be checked; undefined if the key is in
   * force. Performs no I/O.
   */
  refusalOf(key: Pick<ActiveKey, 'keyId'>): typeof INVALID_KEY | typeof KEYS_UNAVAILABLE | undefined;
  /** True if the known keys are recent enough. */
  isFresh(): boolean;
  /** Reads all keys again. @throws the error of Postgres */
  refresh(): Promise<void>;
}

/**
 * Milliseconds for which a read of the keys is valid. A revoked key opens nothing after 30 s; the difference leaves
 * time for a read in progress.
 */
const HOLDS_MS = 25_000;

/** The maximum number of key texts that are found again without hashing them. */
const MAX_SEEN = 10_000;

export function createKeyRing({ keys, clock, monotonicMs, locatorOf }: KeyRingParts): KeyRing {
  let known: ReadonlyMap<string, ActiveKey> = new Map();
  let knownById: ReadonlyMap<string, ActiveKey> = new Map();
  /**
   * The keys by their texts, since the last read: to check and hash a text is most of the work of an admission. The map
   * finds complete texts by a hash that each process seeds, so timing does not reveal how similar a text is to a key.
   */
  const seen = new Map<string, ActiveKey>();
  let readAt = -Infinity;
  const isFresh = (): boolean => monotonicMs() - readAt < HOLDS_MS;

  function hasExpired({ expiresAt }: ActiveKey): boolean {
    return expiresAt !== undefined && expiresAt <= clock.now();
  }

  function look(token: string): ActiveKey | undefined {
    const locator = locatorOf(token);
    const key = locator === undefined ? undefined : known.get(locator);
    if (key === undefined || !timingSafeEqual(key.tokenSha256, hash('sha256', token, 'buffer'))) return undefined;
    if (seen.size < MAX_SEEN) seen.set(token, key);
    return key;
  }

  return {
    isFresh,

    find(token) {
      if (!isFresh()) return 'unavailable';
      const key = seen.get(token) ?? look(token);
      return key === undefined || hasExpired(key) ? undefined : key;
    },

    refusalOf({ keyId }) {
      if (!isFresh()) return KEYS_UNAVAILABLE;
      // The key as it was last read: a rotation changes its expiry.
      const key = knownById.get(keyId);
      return key === undefined || hasExpired(key) ? INVALID_KEY : undefined;
    },

    async refresh() {
      // Revocations after this moment may be missing from the list.
      const askedAt = monotonicMs();
      const inForce = await keys.listInForce();
      known = new Map(inForce.map((key) => [key.locator, key]));
      knownById = new Map(inForce.map((key) => [key.keyId, key]));
      seen.clear();
      readAt = askedAt;
    },
  };
}
