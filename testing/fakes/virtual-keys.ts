import { createHash } from 'node:crypto';
import { keyStatusAt } from '../../domain/gateway/key-status.ts';
import { notFound, Refusal } from '../../domain/kernel/errors.ts';
import { requireSameRequest } from '../../domain/kernel/require-same-request.ts';
import type { KeyAdministrationStore, MintedKey } from '../../store/gateway/key-administration-store.ts';
import type { NewVirtualKey, VirtualKey } from '../../store/gateway/virtual-key-store.ts';
import type { CreationRequest } from '../../store/postgres/create-once.ts';
import { pageNewestFirst } from './page-newest-first.ts';

/** The environment of every key of the fake. No other environment exists. */
export const KEY_ENVIRONMENT = 'env_00000000000000000000000001';

/** A key that exists from the start, and is active. */
export const KNOWN_KEY: VirtualKey = {
  keyId: 'kid_00000000000000000000000001',
  owner: 'team-a',
  label: 'ci',
  environmentId: KEY_ENVIRONMENT,
  scopes: { models: [], providers: [], endpoints: [] },
  allowsPassthrough: false,
  createdAt: new Date('2026-02-01T00:00:00.000Z'),
  expiresAt: undefined,
  revokedAt: undefined,
  successorId: undefined,
};

/** Virtual keys in memory, as the management plane administers them. */
export class FakeVirtualKeys {
  readonly keys = new Map<string, VirtualKey>([[KNOWN_KEY.keyId, KNOWN_KEY]]);
  /** The texts of the keys that were minted here, oldest first. */
  readonly tokens: string[] = [];
  /** The requests with an idempotency key, by caller and key, with the id of what they created. */
  readonly #requests = new Map<string, { readonly fingerprint: string; readonly id: string }>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  readonly store: KeyAdministrationStore = {
    list: ({ owner, environmentId, status }, page) => {
      const now = this.#now();
      const rows = [...this.keys.values()].filter(
        (key) =>
          (owner === undefined || key.owner === owner) &&
          (environmentId === undefined || key.environmentId === environmentId) &&
          (status === undefined || keyStatusAt(key, now) === status),
      );
      const keyOf = ({ createdAt, keyId }: VirtualKey) => ({ createdAt: createdAt.toISOString(), id: keyId });
      return Promise.resolve(pageNewestFirst(rows, keyOf, page));
    },
    find: (keyId) => Promise.resolve(this.keys.get(keyId)),
    mint: (request, key) => this.#answer(() => this.#once(request, () => this.#add(key))),
    rotate: (request, keyId, graceMs) =>
      this.#answer(() => {
        const made = this.#once(request, () => this.#replace(keyId, graceMs));
        return { ...made, predecessor: this.#require(keyId) };
      }),
    revoke: (keyId) =>
      this.#answer(() => {
        const key = this.#require(keyId);
        if (key.revokedAt !== undefined) throw new Refusal('conflict', `Key ${keyId} was already revoked.`);
        return this.#put({ ...key, revokedAt: this.#now() });
      }),
  };

  #answer<Result>(decide: () => Result): Promise<Result> {
    return new Promise((resolve) => resolve(decide()));
  }

  #once({ callerId, idempotencyKey, fingerprint }: CreationRequest, create: () => MintedKey): MintedKey {
    if (idempotencyKey === undefined) return create();
    const name = `${callerId} ${idempotencyKey}`;
    const first = this.#requests.get(name);
    if (first !== undefined) {
      requireSameRequest(first, fingerprint);
      return { key: this.#require(first.id), token: undefined };
    }
    const made = create();
    this.#requests.set(name, { fingerprint, id: made.key.keyId });
    return made;
  }

  #add(key: NewVirtualKey): MintedKey {
    if (key.environmentId !== KEY_ENVIRONMENT) throw notFound(`There is no environment ${key.environmentId}.`);
    const keyId = `kid_${String(this.keys.size + 1).padStart(26, '0')}`;
    const token = `ttk_${createHash('sha256').update(keyId).digest('hex')}000000000000AAAAAA`;
    this.tokens.push(token);
    const made = { ...key, keyId, createdAt: this.#now(), revokedAt: undefined, successorId: undefined };
    return { key: this.#put(made), token };
  }

  #replace(keyId: string, graceMs: number): MintedKey {
    const previous = this.#require(keyId);
    if (previous.successorId !== undefined || keyStatusAt(previous, this.#now()) !== 'active')
      throw new Refusal('conflict', `Key ${keyId} cannot be rotated.`);
    const made = this.#add(previous);
    const now = this.#now();
    const end = new Date(now.getTime() + graceMs);
    const revokedAt = graceMs === 0 ? now : undefined;
    this.#put({ ...previous, successorId: made.key.keyId, expiresAt: end, revokedAt });
    return made;
  }

  #require(keyId: string): VirtualKey {
    const key = this.keys.get(keyId);
    if (key === undefined) throw notFound(`There is no key ${keyId}. Check the id.`);
    return key;
  }

  #put(key: VirtualKey): VirtualKey {
    this.keys.set(key.keyId, key);
    return key;
  }
}
