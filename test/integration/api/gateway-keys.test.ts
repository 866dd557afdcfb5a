import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { createManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { startApiProcess, type ApiProcess } from '../../../testing/processes/api-process.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import { makeTenancy } from '../../../testing/store/store-world.ts';
import '../../../testing/engines/provided-context.ts';

const clock = { now: () => new Date() };

let database: TestDatabase;
let server: ApiProcess;
let management: string;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const [port = 0] = await freePorts(1);
  const env = { TRUETALLY_MANAGEMENT_PORT: String(port) };
  server = await startApiProcess(database.url, inject('clickhouseUrl'), env);
  management = `http://127.0.0.1:${port}/tt/api/v1`;
});
afterAll(async () => {
  server.kill('SIGKILL');
  await database.drop();
});

interface KeyAnswer {
  readonly key: { readonly key_id: string };
  readonly token?: string;
}

it('a key that was minted over HTTP is in force until its revocation, and its text is in no table', async () => {
  const { pool } = database;
  const { environmentId } = await makeTenancy({ pool, clock });
  const { token } = await createManagementTokenStore(pool, clock).make({
    label: 'keys',
    role: 'admin',
    scopes: ['operations:write'],
    expiresAt: undefined,
  });
  const post = (path: string, body: object, idempotencyKey?: string): Promise<Response> =>
    fetch(management + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
    });
  const idsInForce = async (): Promise<string[]> =>
    (await createVirtualKeyStore(pool, clock).listInForce()).map(({ keyId }) => keyId);

  const mint = { owner: 'team-a', label: 'ci', environment_id: environmentId };
  const answers = await Promise.all(Array.from({ length: 5 }, () => post('/keys', mint, 'once')));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const minted = (await Promise.all(answers.map((answer) => answer.json()))) as KeyAnswer[];
  const [keyId = '', ...others] = new Set(minted.map(({ key }) => key.key_id));
  const texts = minted.flatMap(({ token: text }) => text ?? []);
  expect([others, texts.length, await idsInForce()]).toEqual([[], 1, [keyId]]);

  const { rows } = await pool.query<{ row: string }>(
    `SELECT k::text AS row FROM virtual_keys k UNION ALL SELECT c::text FROM secret_creations c
     UNION ALL SELECT a::text FROM audit_events a UNION ALL SELECT i::text FROM idempotency_keys i`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(7);
  expect(rows.filter(({ row }) => row.includes(String(texts[0]).slice(16)))).toEqual([]);

  expect((await post(`/keys/${keyId}/revoke`, {})).status).toBe(200);
  expect([(await post(`/keys/${keyId}/revoke`, {})).status, await idsInForce()]).toEqual([409, []]);
});
