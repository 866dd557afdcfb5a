import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parseTrafficLine } from '../../../contracts/ingest/parse-traffic-line.ts';
import { createLimitLeaseStore } from '../../../store/gateway/limit-lease-store.ts';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { atDepth } from '../../support/depth.ts';
import { createTestDatabase, type TestDatabase } from '../../support/engines/database.ts';
import '../../support/engines/provided-context.ts';
import { startProxyProcess, type ProxyProcess } from '../../support/processes/proxy-process.ts';

const PROCESSES = 4;
const CALLERS = 200;
/** How much of it there is. */
const TIMES = atDepth(1, 8);
/** Answers after which a process is killed, each once. */
const KILLS = Array.from({ length: 4 * TIMES }, (_, kill) => 100 + kill * 150);
const MOST_AT_ONCE = 150;
/** 100 and 50 tokens, at 0.25 and 2 USD a million. */
const COST = 125_000;
/** 128 and 60 tokens: what is sent is rounded up. */
const NEED = 152_000;
const CAPS = { all: 1_200 * TIMES * COST, team: 750 * TIMES * COST, key: 450 * TIMES * COST } as const;
/** Too many at once, or a machine that is too busy with four starts to answer within two seconds. */
const PASSING = ['concurrency_exceeded', 'enforcement_unavailable'];
/** So many calls a killed process is charged of each budget, beside those on their way. */
const CHUNK = 20 * COST;
const MORE_THAN_A_LEASE_MS = 20_000;

interface MadeKey {
  readonly keyId: string;
  readonly owner: string;
  readonly token: string;
}

const clock = { now: () => new Date() };
const folder = mkdtempSync(join(tmpdir(), 'truetally-limits-'));
const configuration = join(folder, 'tokentriage.yaml');
/** What the provider answered, by the key of its caller. */
const billed = new Map<string, number>();
let atOnce = 0;
let mostAtOnce = 0;
const provider = createServer((request, response) => {
  atOnce += 1;
  mostAtOnce = Math.max(mostAtOnce, atOnce);
  response.once('close', () => (atOnce -= 1));
  void answer(request).then((text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text));
});
let database: TestDatabase;
let keys: MadeKey[];
let env: Record<string, string>;
let proxies: ProxyProcess[];

/** Answers after a moment that differs, so that calls are on their way when a process is killed. */
async function answer(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { user } = JSON.parse(Buffer.concat(chunks).toString()) as { user: string };
  const calls = billed.get(user) ?? 0;
  billed.set(user, calls + 1);
  await delay(5 + (calls % 20));
  const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
  return JSON.stringify({ model: 'gpt-5-mini', usage });
}

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  await ensureDemoTenancy(database.pool, clock, undefined);
  const store = createVirtualKeyStore(database.pool, clock);
  keys = [];
  for (const owner of ['red', 'red', 'blue', 'blue']) {
    const { environmentId } = DEMO_TENANCY.environments.assistantProduction;
    const scopes = { models: [], providers: [], endpoints: [] };
    const made = await store.mint({
      ...{ owner, label: 'race', environmentId, scopes, allowsPassthrough: false, expiresAt: undefined },
    });
    keys.push({ owner, keyId: made.keyId, token: made.token });
  }
  await new Promise<void>((resolve) => provider.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const budget = (id: string, node: string, nanos: number): string =>
    `    - { id: ${id}, node: "${node}", budget_usd: ${nanos / 1e9}, per: month, chunk: ${CHUNK / 1e9} }\n`;
  writeFileSync(
    configuration,
    [
      `providers: [{ name: openai, wire: openai, base_url: "${url}", models: ["gpt-*"], priced_as: openai }]\n`,
      'governance:\n  limits:\n',
      `    - { id: at-once, node: organization, concurrency: ${MOST_AT_ONCE} }\n`,
      budget('all', 'organization', CAPS.all),
      ...['red', 'blue'].map((owner) => budget(owner, `team:${owner}`, CAPS.team)),
      ...keys.map(({ keyId }, index) => budget(`key-${index}`, `key:${keyId}`, CAPS.key)),
    ].join(''),
  );
  env = { TRUETALLY_DATABASE_URL: database.url, TRUETALLY_DATA: folder, TRUETALLY_CONFIG: configuration };
  proxies = await Promise.all(Array.from({ length: PROCESSES }, () => startProxyProcess(env)));
});

afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.end('SIGTERM')));
  provider.close();
  provider.closeAllConnections();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The status of a call and, of a refusal, its type; undefined where the process is gone. */
async function call(
  proxy: ProxyProcess,
  { keyId, token }: MadeKey,
): Promise<{ status: number; type: string } | undefined> {
  try {
    const said = await fetch(`${proxy.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({
        ...{ model: 'gpt-5-mini', user: keyId, max_completion_tokens: 60 },
        messages: [{ role: 'user', content: 'x'.repeat(400) }],
      }),
    });
    await said.text();
    return { status: said.status, type: said.headers.get('x-tt-refusal-type') ?? '' };
  } catch {
    return undefined;
  }
}

interface Row {
  readonly keyId: string;
  readonly owner: string;
  readonly holder: string;
  nanos: number;
}

/** What each request came to, by the journal; a line that was torn by a kill is the last of its segment. */
function journalRows(): Row[] {
  const rows = new Map<string, Row>();
  const journal = join(folder, 'journal');
  for (const name of readdirSync(journal)) {
    for (const line of readFileSync(join(journal, name), 'utf8').split('\n').slice(0, -1)) {
      const { event } = parseTrafficLine(line);
      if (event?.event === 'request_admitted') {
        const holder = /proxy-[0-9a-f-]{36}/.exec(name)?.[0] ?? '';
        const { noted = {}, team_id: owner = '', logical_request_id: id } = event;
        rows.set(id, { keyId: noted['key_id'] ?? '', owner, holder, nanos: 0 });
      } else if (event?.event === 'cost_effect') {
        const row = rows.get(event.logical_request_id);
        if (row !== undefined) row.nanos += Number(event.nanos);
      }
    }
  }
  return [...rows.values()];
}

interface Counter {
  readonly limit: string;
  readonly settled: number;
  readonly lapsed: number;
  readonly leased: number;
}

async function counters(): Promise<Counter[]> {
  const { rows } = await database.pool.query<Counter>(
    `SELECT limit_id AS limit, settled::float8 AS settled, lapsed::float8 AS lapsed, leased::float8 AS leased
     FROM gateway_limit_counters WHERE unit = 'nano_usd' ORDER BY limit_id`,
  );
  return rows;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** Which requests a limit is over. */
function isUnder(limit: string, { keyId, owner }: Pick<Row, 'keyId' | 'owner'>): boolean {
  return limit === 'all' || limit === owner || limit === `key-${keys.findIndex((key) => key.keyId === keyId)}`;
}

it(
  '200 callers race nested budgets over four processes that are killed: none is passed, nothing is lost, what is left is exact',
  async () => {
    let answered = 0;
    let killed = 0;
    const others: string[] = [];
    const restarts: Promise<void>[] = [];
    const restart = async (index: number): Promise<void> => {
      await proxies[index]?.end('SIGKILL');
      proxies[index] = await startProxyProcess(env);
    };
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        const key = keys[caller % keys.length] as MadeKey;
        for (let turn = caller; turn < caller + 40 * TIMES; turn += 1) {
          const said = await call(proxies[turn % PROCESSES] as ProxyProcess, key);
          if (said === undefined) await delay(20);
          else if (said.status === 200) answered += 1;
          else if (said.type === 'budget_exceeded') return;
          else if (!PASSING.includes(said.type)) others.push(`${said.status} ${said.type}`);
          if (answered >= (KILLS[killed] ?? Infinity)) restarts.push(restart(killed++ % PROCESSES));
        }
      }),
    );
    await Promise.all(restarts);
    expect([killed, others]).toEqual([KILLS.length, []]);
    await Promise.all(proxies.map((proxy) => proxy.end('SIGTERM')));
    const later = { now: () => new Date(Date.now() + MORE_THAN_A_LEASE_MS) };
    await createLimitLeaseStore(database.pool, later).endExpired();

    const rows = journalRows();
    const stand = await counters();
    expect(stand.map(({ limit }) => limit)).toEqual(['all', 'blue', 'key-0', 'key-1', 'key-2', 'key-3', 'red']);
    for (const { limit, settled, lapsed, leased } of stand) {
      const cap = limit === 'all' ? CAPS.all : limit.startsWith('key') ? CAPS.key : CAPS.team;
      const logged = sumOf(rows.filter((row) => isUnder(limit, row)).map(({ nanos }) => nanos));
      const bill = sumOf(keys.filter((key) => isUnder(limit, key)).map(({ keyId }) => (billed.get(keyId) ?? 0) * COST));
      expect(leased).toBe(0);
      // What the log tells is settled, or within what the dead were charged; so is what the provider bills beyond.
      expect(settled).toBeLessThanOrEqual(logged);
      expect(logged).toBeLessThanOrEqual(bill);
      expect(bill).toBeLessThanOrEqual(settled + lapsed);
      expect(settled + lapsed).toBeLessThanOrEqual(cap);
    }
    expect(mostAtOnce).toBeLessThanOrEqual(MOST_AT_ONCE);

    // A process that ended in order has settled to the last nano-USD what its rows say.
    const { rows: reported } = await database.pool.query<{ holder: string; settled: number; lapsed: number }>(
      `SELECT holder, sum(l.settled)::float8 AS settled, sum(l.lapsed)::float8 AS lapsed
     FROM gateway_limit_leases l JOIN gateway_limit_counters c USING (counter_id) WHERE c.limit_id = 'all' GROUP BY holder`,
    );
    const inOrder = reported.filter(({ lapsed }) => lapsed === 0);
    expect(inOrder.length).toBeGreaterThanOrEqual(1);
    for (const { holder, settled } of inOrder)
      expect([holder, sumOf(rows.filter((row) => row.holder === holder).map(({ nanos }) => nanos))]).toEqual([
        holder,
        settled,
      ]);

    // What is left lets exactly so many calls through as fit, one after the other.
    proxies = [await startProxyProcess(env)];
    const left = new Map(
      stand.map(({ limit, settled, lapsed }) => {
        const cap = limit === 'all' ? CAPS.all : limit.startsWith('key') ? CAPS.key : CAPS.team;
        return [limit, cap - settled - lapsed] as const;
      }),
    );
    for (const key of keys) {
      const over = [...left.keys()].filter((limit) => isUnder(limit, key));
      const room = Math.min(...over.map((limit) => left.get(limit) ?? 0));
      const fitting = room < NEED ? 0 : Math.floor((room - NEED) / COST) + 1;
      let through = 0;
      while ((await call(proxies[0] as ProxyProcess, key))?.status === 200) through += 1;
      expect([key.keyId, through]).toEqual([key.keyId, fitting]);
      for (const limit of over) left.set(limit, (left.get(limit) ?? 0) - through * COST);
    }
  },
  120_000 * TIMES,
);
