import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createManagementSessionStore } from '../../../../store/management/management-session-store.ts';
import { createNamedUsers } from '../../../../testing/store/named-users.ts';
import { createSubjectBindingStore } from '../../../../store/management/subject-binding-store.ts';
import { createCredentialStore } from '../../../../store/tenancy/credential-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let userId: string;
let token: string;
let subjectId: string;

beforeAll(async () => {
  world = await openStoreWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('TRUNCATE management_users CASCADE');
  const users = createNamedUsers(world.pool, world.clock);
  ({ userId } = await users.add({ name: 'ada', role: 'viewer', passwordHash: 'hash' }));
  ({ token } = (await sessions().start({ userId, passwordHash: 'hash', network: '192.0.2.1' }))!);
  ({ ownerId: subjectId } = await makeTenancy(world));
});

const sessions = () => createManagementSessionStore(world.pool, world.clock);
const bindings = () => createSubjectBindingStore(world.pool);
const acting = async () => (await sessions().resolve(token))?.subjectId;

it('a user acts for the subject of a credential while the credential is in force', async () => {
  const credentials = createCredentialStore(world.pool, world.clock);
  const expiresAt = new Date('2026-03-02T08:30:00.000Z');
  const { credentialId } = await credentials.create({ subjectId, class: 'management', name: 'key', expiresAt });
  expect(await acting()).toBeUndefined();
  expect((await bindings().bindByCredential(userId, { credentialId, subjectId })).subjectId).toBe(subjectId);
  expect(await acting()).toBe(subjectId);
  expect((await sessions().start({ userId, passwordHash: 'hash', network: '192.0.2.1' }))?.subjectId).toBe(subjectId);
  world.clock.set('2026-03-02T08:30:00.000Z');
  expect(await acting()).toBeUndefined();
  world.clock.set('2026-03-02T08:29:59.999Z');
  expect(await acting()).toBe(subjectId);
  await credentials.revoke(credentialId);
  expect(await acting()).toBeUndefined();
});

it('an operator binds a user without an end, until somebody unbinds it', async () => {
  await bindings().bindByName('ada', subjectId);
  expect(await acting()).toBe(subjectId);
  expect((await bindings().unbind({ userId })).subjectId).toBeUndefined();
  expect(await acting()).toBeUndefined();
  expect((await bindings().unbind({ name: 'ada' })).name).toBe('ada');
});

it('an unknown user or subject is refused', async () => {
  const missing = { code: 'not_found' };
  await expect(bindings().bindByName('eve', subjectId)).rejects.toMatchObject(missing);
  await expect(bindings().bindByName('ada', 'sub_00000000000000000000000099')).rejects.toMatchObject(missing);
  await expect(bindings().unbind({ name: 'eve' })).rejects.toMatchObject(missing);
});
