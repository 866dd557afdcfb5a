import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { CapabilitiesSchema } from '../../../contracts/management/capabilities.ts';
import type { ManagementMe } from '../../../contracts/management/me.ts';
import { createManagementSessionStore } from '../../../store/management/management-session-store.ts';
import { createManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { createNamedUsers } from '../../../testing/store/named-users.ts';
import { createPasswordHasher } from '../../../store/management/password-hasher.ts';
import { ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { startApiProcess, type ApiProcess } from '../../../testing/processes/api-process.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';

let database: TestDatabase;
let server: ApiProcess;
let management: string;

/** Starts an API whose management plane listens at the origin `management`. */
async function startWithManagement(): Promise<{ server: ApiProcess; management: string }> {
  const [port = 0] = await freePorts(1);
  const env = { TRUETALLY_MANAGEMENT_PORT: String(port) };
  const started = await startApiProcess(database.url, inject('clickhouseUrl'), env);
  return { server: started, management: `http://127.0.0.1:${port}` };
}

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  ({ server, management } = await startWithManagement());
});
afterAll(async () => {
  server.kill('SIGKILL');
  await database.drop();
});

it('a token opens the plane in every process until it is revoked, and a customer’s key does not open it', async () => {
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

it('a user logs in, is recognized in every process, and is logged out by a logout, another password or a removal', async () => {
  const clock = { now: () => new Date() };
  const users = createNamedUsers(database.pool, clock);
  const passwords = createPasswordHasher();
  const password = 'correct horse battery';
  const passwordHash = await passwords.hash(password);
  await users.add({ name: 'root', role: 'admin', passwordHash });
  await users.add({ name: 'ada', role: 'viewer', passwordHash });
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    fetch(`${management}/tt/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const logIn = async (typed = password) => {
    const answer = await post('login', {}, { name: 'ada', password: typed });
    return [answer.status, { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }] as const;
  };
  const me = async (headers: Record<string, string>) => (await fetch(`${management}/tt/api/v1/me`, { headers })).status;

  const [status, first] = await logIn();
  expect([status, await me(first)]).toEqual([200, 200]);
  const elsewhere = createManagementSessionStore(database.pool, clock);
  expect((await elsewhere.resolve(first.cookie.split('=')[1]!))?.name).toBe('ada');
  expect([(await post('logout', first, {})).status, await me(first)]).toEqual([200, 401]);

  const [, second] = await logIn();
  await users.setPassword('ada', await passwords.hash('another horse battery'));
  expect([await me(second), (await logIn())[0]]).toEqual([401, 401]);

  const [, third] = await logIn('another horse battery');
  expect(await me(third)).toBe(200);
  await users.remove('ada');
  expect([await me(third), (await logIn('another horse battery'))[0]]).toEqual([401, 401]);
});

it('wrong passwords are slowed in all processes together, and a correct one among them is not checked', async () => {
  const attempt = (name: string) =>
    fetch(`${management}/tt/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, password: 'guessed' }),
    });
  const answers = await Promise.all(Array.from({ length: 14 }, () => attempt('nobody')));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(401), 429, 429, 429, 429]);
  const waits = answers.flatMap(({ headers }) => headers.get('retry-after') ?? []).map(Number);
  expect([waits.length, waits.every((seconds) => seconds > 50 && seconds <= 60)]).toEqual([4, true]);
});

it('the management plane has a separate listener, and ends with the customer lane', async () => {
  const own = await startWithManagement();
  onTestFinished(() => own.server.kill('SIGKILL'));
  const status = async (url: string) => (await fetch(url)).status;
  const answer = await fetch(`${own.management}/tt/api/v1/capabilities`);
  expect([answer.status, Value.Check(CapabilitiesSchema, await answer.json())]).toEqual([200, true]);
  expect(await status(`${own.server.origin}/tt/api/v1/capabilities`)).toBe(404);
  // The origin of the plane also serves the customer lane, for users with a session.
  expect(await status(`${own.management}/portal/api/v1/customer/v1/me`)).toBe(401);
  expect(await status(`${own.management}/portal/api/v1/customer/v10/me`)).toBe(404);
  expect(await status(`${own.management}/healthz`)).toBe(404);
  expect(await own.server.stop()).toEqual([0, null]);
  for (const origin of [own.management, own.server.origin]) await expect(fetch(origin)).rejects.toThrow('fetch failed');
});

it('a configuration without the dashboard closes the port, for any port setting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-closed-'));
  const file = join(folder, 'tokentriage.yaml');
  writeFileSync(file, 'dashboard: { enabled: false }\n');
  const [port = 0] = await freePorts(1);
  const closed = await startApiProcess(database.url, inject('clickhouseUrl'), {
    TRUETALLY_MANAGEMENT_PORT: String(port),
    TRUETALLY_CONFIG: file,
  });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect((await fetch(`${closed.origin}/healthz`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${port}/tt/api/v1/capabilities`)).rejects.toThrow('fetch failed');
  expect(await closed.stop()).toEqual([0, null]);
});
