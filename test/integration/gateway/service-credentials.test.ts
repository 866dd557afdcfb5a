import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { createServiceCredentialStore } from '../../../store/tenancy/service-credential-store.ts';
import { createServiceIdentityStore } from '../../../store/tenancy/service-identity-store.ts';
import { DEMO_TENANCY } from '../../../store/tenancy/demo-tenancy.ts';
import '../../../testing/engines/provided-context.ts';
import { openLimitedWorld, type KeyFixture, type LimitedWorld } from '../../../testing/gateway/limited-world.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';

const PROCESSES = 4;
/** The time after which a revoked credential or key opens nothing. */
const REVOKED_MS = 30_000;
const POLL = { timeout: 60_000, interval: 200 };

const clock = { now: () => new Date() };

let world: LimitedWorld;
let proxies: ProxyProcess[];

beforeAll(async () => {
  world = await openLimitedWorld(inject('databaseUrl'), ['team-a'], () => [
    '{ id: at-once, node: organization, concurrency: 100 }',
  ]);
  proxies = await Promise.all(Array.from({ length: PROCESSES }, () => startProxyProcess(world.env)));
});

afterAll(async () => {
  for (const proxy of proxies) proxy.sendSignal('SIGCONT');
  await Promise.all(proxies.map((proxy) => proxy.end('SIGTERM')));
  await world.close();
});

/** Creates a credential of a new service, and a function that reads its state. */
async function mint(): Promise<{
  key: KeyFixture;
  readiness: () => Promise<string | undefined>;
  end(): Promise<void>;
}> {
  const { pool } = world.database;
  const { workspaceId, environments, subjects } = DEMO_TENANCY;
  const createdBy = subjects.owner;
  const { service_id: serviceId } = await createServiceIdentityStore(pool, clock).create({
    ...{ workspaceId, name: 'Checkout', createdBy },
  });
  const { environmentId } = environments.assistantProduction;
  const credentials = createServiceCredentialStore(pool, clock);
  const { token, credential } = await credentials.create({
    ...{ serviceId, environmentId, label: 'edge', grants: ['models.call'], teamIds: [], ttlDays: 1, createdBy },
  });
  const { credential_id: keyId, operation_id: operationId } = credential;
  return {
    key: { keyId, owner: serviceId, token },
    readiness: async () => (await credentials.findOperation(operationId))?.readiness,
    end: async () => void (await credentials.revoke(keyId)),
  };
}

const statuses = (key: KeyFixture, of = proxies): Promise<(number | undefined)[]> =>
  Promise.all(of.map(async (proxy) => (await world.call(proxy, key))?.status));

it('is ready when every gateway serves it, and dispatches nothing 30 s after its revocation, like a virtual key', async () => {
  const [stopped, ...running] = proxies as [ProxyProcess, ...ProxyProcess[]];
  const [virtual] = world.keys as [KeyFixture];
  const first = await mint();
  await expect.poll(first.readiness, POLL).toBe('ready');
  expect(await statuses(first.key)).toEqual(Array(PROCESSES).fill(200));

  stopped.sendSignal('SIGSTOP');
  const second = await mint();
  await expect.poll(() => statuses(second.key, running), POLL).toEqual(Array(PROCESSES - 1).fill(200));
  expect(await second.readiness()).toBe('minted');
  stopped.sendSignal('SIGCONT');
  await expect.poll(second.readiness, POLL).toBe('ready');
  const keys = [second.key, virtual];
  for (const key of keys) expect(await statuses(key)).toEqual(Array(PROCESSES).fill(200));

  stopped.sendSignal('SIGSTOP');
  await second.end();
  await createVirtualKeyStore(world.database.pool, clock).revoke(virtual.keyId);
  expect(await second.readiness()).toBe('revoked');
  for (const key of keys) await expect.poll(() => statuses(key, running), POLL).toEqual(Array(PROCESSES - 1).fill(401));
  await delay(REVOKED_MS);
  const billed = keys.map(({ keyId }) => world.billed.get(keyId));
  stopped.sendSignal('SIGCONT');
  // Both at once: the gateway that continues refuses every key until it has read them again.
  for (const [status, ...others] of await Promise.all(keys.map((key) => statuses(key)))) {
    expect([401, 503]).toContain(status);
    expect(others).toEqual(Array(PROCESSES - 1).fill(401));
  }
  expect(keys.map(({ keyId }) => world.billed.get(keyId))).toEqual(billed);
});
