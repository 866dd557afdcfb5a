import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { KeyInForce, VirtualKeyStore } from '../../store/gateway/virtual-key-store.ts';
import { INVALID_KEY, KEYS_UNKNOWN } from '../call/gateway-error.ts';

export interface KeyRingParts {
  readonly keys: Pick<VirtualKeyStore, 'listInForce'>;
  readonly clock: Clock;
  /** Milliseconds that only go on. */
  readonly monotonicMs: () => number;
  readonly locatorOf: (token: string) => string | undefined;
}

/** The keys in force, in memory. */
export interface KeyRing {
  /**
   * The key of this text; undefined where there is none in force, and `unavailable` where what is known of the keys is
   * too old to say. It asks nobody.
   */
  find(token: string): KeyInForce | undefined | 'unavailable';
  /**
   * The refusal of a call that was admitted by a key, if the key is no longer in force or that is unknown; undefined if
   * it still is. It asks no other process.
   */
  refusalOf(key: Pick<KeyInForce, 'keyId'>): typeof INVALID_KEY | typeof KEYS_UNKNOWN | undefined;
  /** True if the state of the keys is recent enough. */
  isFresh(): boolean;
  /** Reads all keys again. @throws the error of Postgres */
  refresh(): Promise<void>;
}

/** A revoked key opens nothing 30 s later: what is known holds for less, with room for a read under way. */
const HOLDS_MS = 25_000;

/** The most texts of keys that are found again without being hashed. */
const MAX_SEEN = 10_000;

export function createKeyRing({ keys, clock, monotonicMs, locatorOf }: KeyRingParts): KeyRing {
  let known: ReadonlyMap<string, KeyInForce> = new Map();
  let knownById: ReadonlyMap<string, KeyInForce> = new Map();
  /**
   * The keys by their texts, since the last read: to check and hash a text is most of an admission's work. A text is
   * found as a whole, by a hash that each process seeds, so that the time shows nobody how near to one they are.
   */
  const seen = new Map<string, KeyInForce>();
  let readAt = -Infinity;
  const isFresh = (): boolean => monotonicMs() - readAt < HOLDS_MS;

  function hasExpired({ expiresAt }: KeyInForce): boolean {
    return expiresAt !== undefined && expiresAt <= clock.now();
  }

  function look(token: string): KeyInForce | undefined {
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
      if (!isFresh()) return KEYS_UNKNOWN;
      // As it was read last: a rotation gives it another end.
      const key = knownById.get(keyId);
      return key === undefined || hasExpired(key) ? INVALID_KEY : undefined;
    },

    async refresh() {
      // What was revoked after this moment may be missing.
      const askedAt = monotonicMs();
      const inForce = await keys.listInForce();
      known = new Map(inForce.map((key) => [key.locator, key]));
      knownById = new Map(inForce.map((key) => [key.keyId, key]));
      seen.clear();
      readAt = askedAt;
    },
  };
}
