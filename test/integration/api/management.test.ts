import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { CapabilitiesSchema } from '../../../contracts/management/capabilities.ts';
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
