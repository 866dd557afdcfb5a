import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_CREDENTIALS_IN_FORCE, MAX_SERVICE_IDENTITIES } from '../../../../domain/tenancy/identity-limits.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import {
  createServiceCredentialStore,
  type NewServiceCredential,
  type ServiceCredentialStore,
} from '../../../../store/tenancy/service-credential-store.ts';
import {
  createServiceIdentityStore,
  type ServiceIdentityStore,
} from '../../../../store/tenancy/service-identity-store.ts';
import { createTeamStore } from '../../../../store/tenancy/team-store.ts';
import { createTokenResolver } from '../../../../store/tenancy/token-resolver.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

const START = '2026-03-02T08:00:00.000Z';

let world: StoreWorld;
let services: ServiceIdentityStore;
let credentials: ServiceCredentialStore;
let place: Tenancy;
let serviceId: string;
beforeAll(async () => {
  world = await openStoreWorld(START);
  services = createServiceIdentityStore(world.pool, world.clock);
  credentials = createServiceCredentialStore(world.pool, world.clock);
});
beforeEach(async () => {
  world.clock.set(START);
  place = await makeTenancy(world);
  serviceId = await newService();
});
afterAll(() => world.close());

async function newService(): Promise<string> {
  const { workspaceId, ownerId: createdBy } = place;
  return (await services.create({ workspaceId, name: 'Checkout', createdBy })).service_id;
}

function newCredential(change: Partial<NewServiceCredential> = {}): NewServiceCredential {
  const { environmentId, ownerId: createdBy } = place;
  return {
    ...{ serviceId, environmentId, label: 'edge', grants: ['models.call'], teamIds: [], ttlDays: undefined, createdBy },
    ...change,
  };
}

const rotation = (credentialId: string) => ({
  ...{ credentialId, overlapMinutes: 15, revokesPrevious: false, teamIds: undefined, createdBy: place.ownerId },
});

const resolve = (token: string) => createTokenResolver(world.pool, world.clock).resolve(token);

describe('a service identity', () => {
  it('is found and listed in its workspace, newest first', async () => {
    const { workspaceId, organizationId, ownerId } = place;
    world.clock.set('2026-03-02T09:00:00.000Z');
    const newest = await newService();
    expect(await services.find(newest)).toEqual({
      service_id: newest,
      organization_id: organizationId,
      workspace_id: workspaceId,
      name: 'Checkout',
      created_by: ownerId,
      created_at: '2026-03-02T09:00:00.000Z',
    });
    const first = await services.list({ workspaceId, limit: 1, after: undefined });
    expect(first.map((one) => one.service_id)).toEqual([newest]);
    const after = { createdAt: '2026-03-02T09:00:00.000Z', id: newest };
    const rest = await services.list({ workspaceId, limit: 10, after });
    expect(rest.map((one) => one.service_id)).toEqual([serviceId]);
    expect(await services.find(newId('serviceIdentity'))).toBeUndefined();
  });

  it('is refused above the maximum of its workspace, also concurrently, and without a workspace', async () => {
    const { workspaceId, ownerId: createdBy } = place;
    for (let made = 1; made < MAX_SERVICE_IDENTITIES - 1; made += 1) await newService();
    const raced = await Promise.allSettled([1, 2, 3].map(() => newService()));
    expect(raced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const nowhere = { workspaceId: newId('workspace'), name: 'x', createdBy };
    await expect(services.create(nowhere)).rejects.toMatchObject({ code: 'not_found' });
    await expect(services.create({ ...nowhere, workspaceId })).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a credential of a service', () => {
  it('is stored as a hash alone', async () => {
    const { token, credential } = await credentials.create(newCredential({ ttlDays: 30 }));
    expect(credential).toMatchObject({
      gateway_id: place.gatewayId,
      environment_id: place.environmentId,
      readiness: 'minted',
      ttl_days: 30,
      expires_at: '2026-04-01T08:00:00.000Z',
    });
    const { rows } = await world.pool.query<{ row: string; hash: Buffer }>(
      'SELECT c::text AS row, token_sha256 AS hash FROM service_credentials c WHERE credential_id = $1',
      [credential.credential_id],
    );
    expect(rows[0]!.row).not.toContain(token.slice(16));
    expect(rows[0]!.hash).toEqual(createHash('sha256').update(token).digest());
  });

  it('is resolved by its text until it expires or is revoked, with its service, environment and rights', async () => {
    const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = place;
    const { token, credential } = await credentials.create(newCredential({ grants: ['feedback.write'], ttlDays: 1 }));
    expect(credential.readiness).toBe('ready');
    expect(await resolve(token)).toEqual({
      credentialId: credential.credential_id,
      subjectId: serviceId,
      class: 'runtime',
      environment: { organizationId, workspaceId, applicationId, gatewayId, environmentId },
      takesStatedCosts: false,
      grants: ['feedback.write'],
    });
    for (const wrong of [token.slice(0, -1), token.replace('ttv_', 'ttm_'), `${token.slice(0, 79)}0`, 'ttv_'])
      expect(await resolve(wrong), wrong).toBeUndefined();
    world.clock.set('2026-03-03T08:00:00.000Z');
    expect(await resolve(token)).toBeUndefined();
    const revoked = await credentials.create(newCredential());
    await credentials.revoke(revoked.credential.credential_id);
    expect(await resolve(revoked.token)).toBeUndefined();
  });

  it('is revoked once, also concurrently, and keeps its time', async () => {
    const { credential_id: id } = (await credentials.create(newCredential())).credential;
    const raced = await Promise.allSettled([1, 2].map(() => credentials.revoke(id)));
    expect(raced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    world.clock.set('2026-03-02T09:00:00.000Z');
    await expect(credentials.revoke(id)).rejects.toMatchObject({ code: 'conflict' });
    expect((await credentials.find(id))?.revoked_at).toBe(START);
    await expect(credentials.revoke(newId('serviceCredential'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused above the maximum in force, also concurrently, and accepted when one has expired', async () => {
    for (let made = 1; made < MAX_CREDENTIALS_IN_FORCE; made += 1)
      await credentials.create(newCredential({ ttlDays: 1 }));
    const raced = await Promise.allSettled([1, 2, 3].map(() => credentials.create(newCredential({ ttlDays: 1 }))));
    expect(raced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    world.clock.set('2026-03-03T08:00:00.000Z');
    expect((await credentials.create(newCredential())).token).toMatch(/^ttv_/);
    const nobody = newCredential({ serviceId: newId('serviceIdentity') });
    await expect(credentials.create(nobody)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is listed newest first, and its operation names it', async () => {
    const first = (await credentials.create(newCredential())).credential;
    world.clock.set('2026-03-02T09:00:00.000Z');
    const { credential: second } = await credentials.rotate(rotation(first.credential_id));
    const listed = await credentials.list({ serviceId, limit: 10, after: undefined });
    expect(listed.map(({ credential_id: id }) => id)).toEqual([second.credential_id, first.credential_id]);
    const operations = [first, second].map(({ operation_id: id }) => credentials.findOperation(id));
    expect((await Promise.all(operations)).map((one) => [one?.kind, one?.credential_id])).toEqual([
      ['create', first.credential_id],
      ['rotate', second.credential_id],
    ]);
    expect(await credentials.findOperation(newId('credentialOperation'))).toBeUndefined();
  });
});

describe('a rotation of a credential of a service', () => {
  it('repeats service, environment, label, rights, teams and lifetime, and both are in force for the overlap', async () => {
    const teams = createTeamStore(world.pool, world.clock);
    const { workspaceId, ownerId: createdBy } = place;
    const { team_id: team } = await teams.create({ workspaceId, name: 'Search', createdBy });
    const made = newCredential({ grants: ['traffic.write'], teamIds: [team], ttlDays: 10 });
    const first = await credentials.create(made);
    world.clock.set('2026-03-04T08:00:00.000Z');
    const next = await credentials.rotate(rotation(first.credential.credential_id));
    expect(next.credential).toMatchObject({
      service_id: serviceId,
      environment_id: place.environmentId,
      label: 'edge',
      grants: ['traffic.write'],
      team_ids: [team],
      ttl_days: 10,
      expires_at: '2026-03-14T08:00:00.000Z',
      predecessor_id: first.credential.credential_id,
    });
    expect(next.predecessor).toMatchObject({
      expires_at: '2026-03-04T08:15:00.000Z',
      successor_id: next.credential.credential_id,
    });
    expect([await resolve(first.token), await resolve(next.token)].every((found) => found !== undefined)).toBe(true);
    world.clock.set('2026-03-04T08:15:00.000Z');
    expect(await resolve(first.token)).toBeUndefined();
  });

  it('never extends the predecessor, and revokes it at once on request', async () => {
    const short = (await credentials.create(newCredential({ ttlDays: 1 }))).credential;
    world.clock.set('2026-03-03T07:59:00.000Z');
    const { predecessor } = await credentials.rotate({ ...rotation(short.credential_id), overlapMinutes: 1_440 });
    expect(predecessor.expires_at).toBe('2026-03-03T08:00:00.000Z');
    const leaked = await credentials.create(newCredential({ grants: ['traffic.write'] }));
    await credentials.rotate({ ...rotation(leaked.credential.credential_id), revokesPrevious: true });
    expect(await resolve(leaked.token)).toBeUndefined();
  });

  it('happens once: of concurrent rotations one succeeds, and nothing is rotated after its end', async () => {
    const { credential_id: id } = (await credentials.create(newCredential())).credential;
    const raced = await Promise.allSettled(Array.from({ length: 4 }, () => credentials.rotate(rotation(id))));
    expect(raced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    for (const one of raced) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' });
    const revoked = (await credentials.create(newCredential())).credential.credential_id;
    await credentials.revoke(revoked);
    const refused = { code: 'conflict', message: expect.stringContaining('has expired or was revoked') as string };
    await expect(credentials.rotate(rotation(revoked))).rejects.toMatchObject(refused);
    const missing = rotation(newId('serviceCredential'));
    await expect(credentials.rotate(missing)).rejects.toMatchObject({ code: 'not_found' });
    expect(await credentials.list({ serviceId, limit: 10, after: undefined })).toHaveLength(3);
  });
});

describe('the teams of a workspace', () => {
  it('exist in their workspace alone', async () => {
    const teams = createTeamStore(world.pool, world.clock);
    const { workspaceId, ownerId: createdBy } = place;
    const team = await teams.create({ workspaceId, name: 'Search', createdBy });
    const other = await makeTenancy(world);
    const foreign = await teams.create({ workspaceId: other.workspaceId, name: 'x', createdBy: other.ownerId });
    const asked = [team.team_id, foreign.team_id, newId('team')];
    expect(await teams.findExisting(workspaceId, asked)).toEqual(new Set([team.team_id]));
    expect(await teams.list({ workspaceId, limit: 10, after: undefined })).toEqual([team]);
    const after = { createdAt: team.created_at, id: team.team_id };
    expect(await teams.list({ workspaceId, limit: 10, after })).toEqual([]);
    const nowhere = { workspaceId: newId('workspace'), name: 'x', createdBy };
    await expect(teams.create(nowhere)).rejects.toMatchObject({ code: 'not_found' });
  });
});
