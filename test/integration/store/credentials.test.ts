import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCredentialStore, type CredentialStore } from '../../../store/credentials.ts';
import { createInstallationSecretStore } from '../../../store/installation-secrets.ts';
import { newId } from '../../../store/new-id.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from './store-world.ts';

let world: StoreWorld;
let credentials: CredentialStore;
let subjectId: string;

beforeAll(async () => {
  world = await openStoreWorld();
  credentials = createCredentialStore(world.pool, world.clock);
  subjectId = (await makeTenancy(world)).ownerId;
});
afterAll(() => world.close());

/** The token with its last digit replaced by another one. */
function withWrongSecret(token: string): string {
  return token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
}

describe('a credential', () => {
  it.each([
    ['management', /^ttm_[0-9a-f]{76}$/],
    ['runtime', /^ttv_[0-9a-f]{76}$/],
  ] as const)('of class %s is resolved by its token', async (kind, form) => {
    const { token } = await credentials.create({ subjectId, class: kind, name: 'key' });
    expect(token).toMatch(form);
    expect(await credentials.resolve(token)).toEqual({ subjectId, class: kind });
  });

  it('is not resolved by a wrong secret, another prefix or a malformed token', async () => {
    const { token } = await credentials.create({ subjectId, class: 'runtime', name: 'key' });
    const wrong = [
      withWrongSecret(token),
      token.replace('ttv_', 'ttm_'),
      token.toUpperCase(),
      `${token}0`,
      ` ${token}`,
      'ttm_',
      '',
    ];
    for (const attempt of wrong) expect(await credentials.resolve(attempt), attempt).toBeUndefined();
  });

  it('ends at the instant of its expiry', async () => {
    world.clock.set('2026-03-02T08:00:00.000Z');
    const expiresAt = new Date('2026-03-03T08:00:00.000Z');
    const { token } = await credentials.create({ subjectId, class: 'management', name: 'short', expiresAt });
    world.clock.set('2026-03-03T07:59:59.999Z');
    expect(await credentials.resolve(token)).toEqual({ subjectId, class: 'management' });
    world.clock.set('2026-03-03T08:00:00.000Z');
    expect(await credentials.resolve(token)).toBeUndefined();
  });

  it('ends when it is revoked, and keeps the time of the first revocation', async () => {
    world.clock.set('2026-03-04T00:00:00.000Z');
    const { token, credentialId } = await credentials.create({ subjectId, class: 'management', name: 'gone' });
    expect((await credentials.revoke(credentialId)).revokedAt).toEqual(new Date('2026-03-04T00:00:00.000Z'));
    expect(await credentials.resolve(token)).toBeUndefined();
    world.clock.set('2026-03-05T00:00:00.000Z');
    expect((await credentials.revoke(credentialId)).revokedAt).toEqual(new Date('2026-03-04T00:00:00.000Z'));
  });

  it('is listed without its token, which is kept nowhere', async () => {
    world.clock.set('2026-03-06T00:00:00.000Z');
    const { token, ...credential } = await credentials.create({ subjectId, class: 'management', name: 'listed' });
    expect((await credentials.list(subjectId))[0]).toEqual(credential);
    const { rows } = await world.pool.query<{ kept: string }>('select credentials::text as kept from credentials');
    expect(rows.some(({ kept }) => kept.includes(token.slice(16)))).toBe(false);
  });

  it('is refused for a subject, and its revocation for a credential, that is not there', async () => {
    const orphan = credentials.create({ subjectId: newId('subject'), class: 'management', name: 'orphan' });
    await expect(orphan).rejects.toMatchObject({ code: 'not_found' });
    await expect(credentials.revoke(newId('credential'))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an installation secret', () => {
  it('is one and the same for processes that ask at once, and differs by its use', async () => {
    const asks = Array.from({ length: 8 }, () => createInstallationSecretStore(world.pool, world.clock).sealKey());
    const keys = new Set((await Promise.all(asks)).map((key) => key.toString('hex')));
    expect(keys.size).toBe(1);
    const secrets = createInstallationSecretStore(world.pool, world.clock);
    expect(keys).toContain((await secrets.sealKey()).toString('hex'));
    expect(keys).not.toContain((await secrets.cursorKey()).toString('hex'));
    expect(await secrets.sealKey()).toHaveLength(32);
  });
});
