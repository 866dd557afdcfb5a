import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createCacheEntryStore } from '../../../store/gateway/cache-entry-store.ts';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';

const clock = { now: () => new Date() };
const folder = mkdtempSync(join(tmpdir(), 'truetally-cache-'));
let calls = 0;
const provider = createServer((request, response) => {
  calls += 1;
  const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
  const document = { id: `call-${calls}`, model: 'gpt-5-mini', usage };
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
});
let database: TestDatabase;
let token: string;
let proxies: [ProxyProcess, ProxyProcess];

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  await ensureDemoTenancy(database.pool, clock, undefined);
  await new Promise<void>((resolve) => provider.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const configuration = join(folder, 'tokentriage.yaml');
  const openai = { name: 'openai', wire: 'openai', base_url: url, models: ['gpt-*'], priced_as: 'openai' };
  const rules = [{ id: 'alike', models: ['gpt-alike'], kind: 'semantic' }, { id: 'default' }];
  writeFileSync(configuration, JSON.stringify({ providers: [openai], cache: { enabled: true, rules } }));
  const minted = await createVirtualKeyStore(database.pool, clock).mint({
    owner: 'team',
    label: 'test',
    environmentId: DEMO_TENANCY.environments.assistantProduction.environmentId,
    scopes: { models: [], providers: [], endpoints: [] },
    allowsPassthrough: false,
    expiresAt: undefined,
  });
  ({ token } = minted);
  const env = { TRUETALLY_DATABASE_URL: database.url, TRUETALLY_DATA: folder, TRUETALLY_CONFIG: configuration };
  proxies = [await startProxyProcess(env), await startProxyProcess(env)];
});

afterAll(async () => {
  for (const proxy of proxies) expect(await proxy.end('SIGTERM')).toEqual([0, null]);
  provider.close();
  provider.closeAllConnections();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function ask(
  { origin }: ProxyProcess,
  body: object = { model: 'gpt-5-mini', messages: [] },
): Promise<[string | null, string]> {
  const answer = await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return [
    answer.headers.get('x-tt-cache-kind') ?? answer.headers.get('x-tt-cache'),
    ((await answer.json()) as { id: string }).id,
  ];
}

async function countEntries(ruleId: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    'SELECT count(*) AS count FROM cache_entries WHERE rule_id = $1',
    [ruleId],
  );
  return Number(rows[0]?.count);
}

it('is shared by all processes, and purged entries disappear from the memory of each', async () => {
  const [one, other] = proxies;
  const before = calls;
  const id = `call-${before + 1}`;
  expect(await ask(one)).toEqual(['miss', id]);
  // An answer is cached after its last byte.
  await expect.poll(() => countEntries('default')).toBe(1);
  expect(await ask(one)).toEqual(['exact', id]);
  expect(await ask(other)).toEqual(['exact', id]);
  expect(calls).toBe(before + 1);

  expect(await createCacheEntryStore(database.pool, clock).purge({ by: 'rule', value: 'default' })).toBe(1);
  const isGone = async (proxy: ProxyProcess): Promise<boolean> => (await ask(proxy))[1] !== id;
  await expect.poll(() => isGone(one), { timeout: 10_000 }).toBe(true);
  await expect.poll(() => isGone(other), { timeout: 10_000 }).toBe(true);

  await expect
    .poll(
      async () => {
        const { rows } = await database.pool.query<{ outcome: string }>(
          `SELECT DISTINCT outcome FROM cache_figures WHERE rule_id = 'default' ORDER BY outcome`,
        );
        return rows.map(({ outcome }) => outcome);
      },
      { timeout: 10_000 },
    )
    .toEqual(['hit', 'miss']);
});

it('finds similar entries of other processes in each process, until both are purged', async () => {
  const [one, other] = proxies;
  const asking = (content: string): object => ({ model: 'gpt-alike', messages: [{ role: 'user', content }] });
  const [status, id] = await ask(one, asking('How do I reset my password?'));
  expect(status).toBe('miss');
  const words = async (): Promise<unknown[]> => {
    const { rows } = await database.pool.query<{ words: string }>(
      `SELECT words FROM cache_entries WHERE rule_id = 'alike' AND octet_length(vector) = 2048`,
    );
    return rows.map((row) => row.words);
  };
  await expect.poll(words).toEqual(['How do I reset my password?']);
  expect(await ask(other, asking('how can I reset my password'))).toEqual(['semantic', id]);
  expect(await createCacheEntryStore(database.pool, clock).purge({ by: 'rule', value: 'alike' })).toBe(1);
  expect(await words()).toEqual([]);
  const isGone = async (): Promise<boolean> => (await ask(other, asking('how could I reset my password')))[1] !== id;
  await expect.poll(isGone, { timeout: 10_000 }).toBe(true);
});
