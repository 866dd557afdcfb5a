import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCredentialStore, type CredentialStore } from '../../../../store/tenancy/credential-store.ts';
import { createInstallationSecretStore } from '../../../../store/installation/installation-secret-store.ts';
import { createEnvironmentSettingsStore } from '../../../../store/tenancy/environment-settings-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let credentials: CredentialStore;
let subjectId: string;
let tenancy: Tenancy;

beforeAll(async () => {
  world = await openStoreWorld();
  credentials = createCredentialStore(world.pool, world.clock);
});
beforeEach(async () => {
  tenancy = await makeTenancy(world);
  subjectId = tenancy.ownerId;
});
afterAll(() => world.close());

/** The token with another last digit of its secret and a valid checksum. */
function withWrongSecret(token: string): string {
  const body = token.slice(0, 80);
  return body.slice(0, -1) + (body.endsWith('0') ? '1' : '0');
}

describe('a credential', () => {
  it.each([
    ['management', /^ttm_[0-9a-f]{76}[0-9A-Za-z]{6}$/],
    ['runtime', /^ttv_[0-9a-f]{76}[0-9A-Za-z]{6}$/],
  ] as const)('of class %s is resolved by its token', async (kind, form) => {
    const { token, credentialId } = await credentials.create({ subjectId, class: kind, name: 'key' });
    expect(token).toMatch(form);
    expect(await credentials.resolve(token)).toEqual({ credentialId, subjectId, class: kind });
  });

  it('is not resolved by a wrong secret, another prefix or a malformed token', async () => {
    const { token } = await credentials.create({ subjectId, class: 'runtime', name: 'key' });
    const wrong = [
      withWrongSecret(token),
      token.slice(0, 80),
      token.replace('ttv_', 'ttm_'),
      token.toUpperCase(),
      `${token}0`,
      ` ${token}`,
      'ttm_',
      '',
    ];
    for (const attempt of wrong) expect(await credentials.resolve(attempt), attempt).toBeUndefined();
  });

  it('is resolved without a checksum if it was created before checksums existed', async () => {
    const { credentialId } = await credentials.create({ subjectId, class: 'management', name: 'old' });
    const old = `ttm_0123456789ab${'c'.repeat(64)}`;
    await world.pool.query('UPDATE credentials SET locator = $2, token_sha256 = $3 WHERE credential_id = $1', [
      credentialId,
      '0123456789ab',
      createHash('sha256').update(old).digest(),
    ]);
    expect(await credentials.resolve(old)).toEqual({ credentialId, subjectId, class: 'management' });
  });

  it('ends at its expiry', async () => {
    world.clock.set('2026-03-02T08:00:00.000Z');
    const expiresAt = new Date('2026-03-03T08:00:00.000Z');
    const { token } = await credentials.create({ subjectId, class: 'management', name: 'short', expiresAt });
    world.clock.set('2026-03-03T07:59:59.999Z');
    expect(await credentials.resolve(token)).toMatchObject({ subjectId, class: 'management' });
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

  it('is listed without its token, which is never stored', async () => {
    world.clock.set('2026-03-06T00:00:00.000Z');
    const { token, ...credential } = await credentials.create({ subjectId, class: 'management', name: 'listed' });
    expect((await credentials.list({ subjectId }))[0]).toEqual(credential);
    const { rows } = await world.pool.query<{ kept: string }>('SELECT credentials::text AS kept FROM credentials');
    expect(rows.some(({ kept }) => kept.includes(token.slice(16)))).toBe(false);
  });

  it('is refused for a missing subject, and its revocation for a missing credential', async () => {
    const orphan = credentials.create({ subjectId: newId('subject'), class: 'management', name: 'orphan' });
    await expect(orphan).rejects.toMatchObject({ code: 'not_found' });
    await expect(credentials.revoke(newId('credential'))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a runtime credential', () => {
  it('belongs to one environment with all its parents, and so does its successor', async () => {
    world.clock.set('2026-03-06T12:00:00.000Z');
    const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = tenancy;
    const environment = { organizationId, workspaceId, applicationId, gatewayId, environmentId };
    const made = await credentials.create({ subjectId, class: 'runtime', environmentId, name: 'gateway' });
    expect(await credentials.resolve(made.token)).toEqual({
      credentialId: made.credentialId,
      subjectId,
      class: 'runtime',
      environment,
      takesStatedCosts: false,
    });
    const rotation = { credentialId: made.credentialId, overlapMinutes: 15, revokePreviousNow: true };
    const { token, credentialId } = await credentials.rotate(rotation);
    expect(await credentials.resolve(made.token)).toBeUndefined();
    expect(await credentials.resolve(token)).toMatchObject({ credentialId, environment });
    const listed = await credentials.list({ environmentId });
    expect(listed.map((one) => [one.credentialId, one.environmentId])).toEqual([
      [credentialId, environmentId],
      [made.credentialId, environmentId],
    ]);
  });

  it('states from its next use on whether stated costs count in its environment, and in no other', async () => {
    const settings = createEnvironmentSettingsStore(world.pool);
    const { environmentId } = tenancy;
    const other = await makeTenancy(world);
    const tokens = await Promise.all(
      [tenancy, other].map(({ ownerId, environmentId: of }) =>
        credentials.create({ subjectId: ownerId, class: 'runtime', environmentId: of, name: 'gateway' }),
      ),
    );
    const seen = () =>
      Promise.all(tokens.map(async ({ token }) => (await credentials.resolve(token))?.takesStatedCosts));
    expect(await seen()).toEqual([false, false]);
    expect(await settings.change({ environmentId, takesStatedCosts: true })).toEqual({
      ...{ environmentId, takesStatedCosts: true },
    });
    expect([await seen(), await settings.find(other.environmentId)]).toEqual([
      [true, false],
      { environmentId: other.environmentId, takesStatedCosts: false },
    ]);
    await settings.change({ environmentId, takesStatedCosts: false });
    expect(await seen()).toEqual([false, false]);
    const nowhere = { environmentId: 'env_none', takesStatedCosts: true };
    await expect(settings.change(nowhere)).rejects.toMatchObject({ code: 'not_found' });
    await expect(settings.find('env_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is never given to another organization, and a person’s credential belongs to no environment', async () => {
    const { environmentId } = await makeTenancy(world);
    const stranger = credentials.create({ subjectId, class: 'runtime', environmentId, name: 'stranger' });
    await expect(stranger).rejects.toMatchObject({
      code: 'not_found',
      message: `There is no environment ${environmentId} in the organization of subject ${subjectId}. Check the id.`,
    });
    const person = { subjectId, class: 'management', environmentId: tenancy.environmentId, name: 'person' } as const;
    await expect(credentials.create(person)).rejects.toThrow('credentials_environment_check');
  });
});

describe('the last use of a credential', () => {
  it('is recorded at its first use and then once a minute, by any process', async () => {
    world.clock.set('2026-03-07T00:00:00.000Z');
    const { token, credentialId } = await credentials.create({ subjectId, class: 'runtime', name: 'used' });
    const lastUse = async () =>
      (await credentials.list({ subjectId }))
        .find((one) => one.credentialId === credentialId)
        ?.lastUsedAt?.toISOString();
    expect(await lastUse()).toBeUndefined();
    await credentials.resolve(withWrongSecret(token));
    expect(await lastUse()).toBeUndefined();
    world.clock.set('2026-03-07T00:10:00.000Z');
    await Promise.all(Array.from({ length: 8 }, () => credentials.resolve(token)));
    expect(await lastUse()).toBe('2026-03-07T00:10:00.000Z');
    world.clock.set('2026-03-07T00:10:59.999Z');
    await credentials.resolve(token);
    expect(await lastUse()).toBe('2026-03-07T00:10:00.000Z');
    world.clock.set('2026-03-07T00:11:00.000Z');
    await credentials.resolve(token);
    expect(await lastUse()).toBe('2026-03-07T00:11:00.000Z');
  });
});

describe('a credential in a read-only database', () => {
  it('is still resolved, and its use is recorded later', async () => {
    world.clock.set('2026-03-07T12:00:00.000Z');
    const { token } = await credentials.create({ subjectId, class: 'runtime', name: 'full' });
    await world.pool.query(`
      CREATE FUNCTION refuse_for_want_of_room() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER full_disk BEFORE UPDATE ON credentials EXECUTE FUNCTION refuse_for_want_of_room()`);
    try {
      expect(await credentials.resolve(token)).toMatchObject({ subjectId, class: 'runtime' });
    } finally {
      await world.pool.query('DROP FUNCTION refuse_for_want_of_room CASCADE');
    }
  });
});

describe('a rotation', () => {
  const rotation = (credentialId: string) => ({ credentialId, overlapMinutes: 15, revokePreviousNow: false });

  it('creates a successor with the same subject, class and name, and both are in force until the overlap ends', async () => {
    world.clock.set('2026-03-08T00:00:00.000Z');
    const first = await credentials.create({ subjectId, class: 'runtime', name: 'edge' });
    const next = await credentials.rotate(rotation(first.credentialId));
    expect(next).toMatchObject({ subjectId, class: 'runtime', name: 'edge', expiresAt: undefined });
    expect(next.predecessor).toMatchObject({
      credentialId: first.credentialId,
      expiresAt: new Date('2026-03-08T00:15:00.000Z'),
      revokedAt: undefined,
      successorId: next.credentialId,
    });
    world.clock.set('2026-03-08T00:14:59.999Z');
    for (const { token, credentialId } of [first, next])
      expect(await credentials.resolve(token)).toEqual({ credentialId, subjectId, class: 'runtime' });
    world.clock.set('2026-03-08T00:15:00.000Z');
    expect(await credentials.resolve(first.token)).toBeUndefined();
    expect(await credentials.resolve(next.token)).toBeDefined();
  });

  it('ends the predecessor immediately on request, or without an overlap', async () => {
    for (const change of [{ revokePreviousNow: true }, { overlapMinutes: 0 }]) {
      const first = await credentials.create({ subjectId, class: 'management', name: 'leaked' });
      const next = await credentials.rotate({ ...rotation(first.credentialId), ...change });
      expect(await credentials.resolve(first.token)).toBeUndefined();
      expect(await credentials.resolve(next.token)).toBeDefined();
    }
  });

  it('gives the successor the lifetime of its predecessor, and never extends the predecessor’s', async () => {
    world.clock.set('2026-03-01T00:00:00.000Z');
    const expiresAt = new Date('2026-03-11T00:00:00.000Z');
    const first = await credentials.create({ subjectId, class: 'management', name: 'ten days', expiresAt });
    world.clock.set('2026-03-10T23:59:00.000Z');
    const next = await credentials.rotate(rotation(first.credentialId));
    expect(next.expiresAt).toEqual(new Date('2026-03-20T23:59:00.000Z'));
    expect(next.predecessor.expiresAt).toEqual(expiresAt);
  });

  it('is refused for a credential that is missing, not in force, or rotated, also concurrently', async () => {
    world.clock.set('2026-03-12T00:00:00.000Z');
    await expect(credentials.rotate(rotation(newId('credential')))).rejects.toMatchObject({ code: 'not_found' });
    const { credentialId } = await credentials.create({ subjectId, class: 'management', name: 'raced' });
    const both = await Promise.allSettled([1, 2].map(() => credentials.rotate(rotation(credentialId))));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const revoked = await credentials.create({ subjectId, class: 'management', name: 'revoked' });
    await credentials.revoke(revoked.credentialId);
    const refused = { code: 'conflict', message: expect.stringContaining('has expired or was revoked') as string };
    await expect(credentials.rotate(rotation(revoked.credentialId))).rejects.toMatchObject(refused);
  });
});

describe('an installation secret', () => {
  it('is equal for concurrent processes, and differs by its use', async () => {
    const asks = Array.from({ length: 8 }, () => createInstallationSecretStore(world.pool, world.clock).sealKey());
    const keys = new Set((await Promise.all(asks)).map((key) => key.toString('hex')));
    expect(keys.size).toBe(1);
    const secrets = createInstallationSecretStore(world.pool, world.clock);
    expect(keys).toContain((await secrets.sealKey()).toString('hex'));
    expect(keys).not.toContain((await secrets.cursorKey()).toString('hex'));
    expect(await secrets.sealKey()).toHaveLength(32);
  });
});
