import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { CapabilitiesSchema } from '../../../contracts/management/capabilities.ts';
import type { ManagementMe } from '../../../contracts/management/me.ts';
import { createManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { startApiProcess, type ApiProcess } from '../../support/processes/api-process.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { createTestDatabase, type TestDatabase } from '../../support/engines/database.ts';
import '../../support/engines/provided-context.ts';

let database: TestDatabase;
let server: ApiProcess;
let management: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const [port = 0] = await freePorts(1);
  management = `http://127.0.0.1:${port}`;
  server = await startApiProcess(database.url, inject('clickhouseUrl'), { TRUETALLY_MANAGEMENT_PORT: String(port) });
});
afterAll(async () => {
  server.kill('SIGKILL');
  await database.drop();
});

it('a token opens the plane in every process until it is revoked, and a customer’s key does not', async () => {
  const tokens = createManagementTokenStore(database.pool, { now: () => new Date() });
  const made = await tokens.make({ label: 'ci', role: 'operator', scopes: ['quality:write'], expiresAt: undefined });
  const ask = (token: string) => fetch(`${management}/tt/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  const answer = await ask(made.token);
  expect([answer.status, ((await answer.json()) as ManagementMe).token_id]).toEqual([200, made.tokenId]);
  const { owner } = await ensureDemoTenancy(database.pool, { now: () => new Date() }, undefined);
  expect((await ask(owner)).status).toBe(401);
  await tokens.revoke(made.tokenId);
  expect((await ask(made.token)).status).toBe(401);
});

it('the management plane has a listener of its own beside the customer lane, and ends with it', async () => {
  const status = async (url: string) => (await fetch(url)).status;
  const answer = await fetch(`${management}/tt/api/v1/capabilities`);
  expect([answer.status, Value.Check(CapabilitiesSchema, await answer.json())]).toEqual([200, true]);
  expect(await status(`${server.origin}/tt/api/v1/capabilities`)).toBe(404);
  expect(await status(`${management}/portal/api/v1/customer/v1/me`)).toBe(404);
  expect(await status(`${management}/healthz`)).toBe(404);
  expect(await server.stop()).toEqual([0, null]);
  for (const origin of [management, server.origin]) await expect(fetch(origin)).rejects.toThrow('fetch failed');
});
