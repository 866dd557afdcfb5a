import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parseTrafficLine } from '../../../contracts/ingest/parse-traffic-line.ts';
import type { TrafficEvent } from '../../../contracts/ingest/traffic-event.ts';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../../support/engines/database.ts';
import '../../support/engines/provided-context.ts';
import { startProxyProcess, type ProxyProcess } from '../../support/processes/proxy-process.ts';

const CALLERS = 12;
/** 100 and 50 tokens, at 0.25 and 2 USD a million. */
const COST = '125000';
const USAGE = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
const KINDS = ['plain', 'stream', 'cached', 'again'] as const;
type Kind = (typeof KINDS)[number];

/** Where a gateway is killed, each on its way through a call that nobody prepared it for. */
const FAULT_POINTS = [
  'gateway.before_admission',
  'gateway.after_admission',
  'gateway.before_dispatch',
  'gateway.after_dispatch',
  'gateway.between_attempts',
  'gateway.after_head',
  'gateway.within_answer',
  'gateway.before_ending',
  'gateway.after_ending',
  'gateway.after_answer',
  'gateway.before_row',
  'gateway.after_row',
  'gateway.before_lease',
  'gateway.after_lease',
  'gateway.before_cache_write',
  'gateway.after_cache_write',
];

const clock = { now: () => new Date() };
const folder = mkdtempSync(join(tmpdir(), 'truetally-killed-'));
/** Calls that the provider refused at first, so that they are sent again. */
const refused = new Set<string>();
/** Calls that the provider took on, by the mark that their caller gave them: its bill. */
const billed = new Map<string, number>();
const provider = createServer((request, response) => {
  // Whoever called may have been killed.
  answer(request, response).catch(() => response.destroy());
});
let database: TestDatabase;
let env: Record<string, string>;
let token: string;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { user, stream } = JSON.parse(Buffer.concat(chunks).toString()) as { user: string; stream: boolean };
  if (user.startsWith('again') && !refused.has(user)) {
    refused.add(user);
    response.writeHead(429, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  billed.set(user, (billed.get(user) ?? 0) + 1);
  await delay(3);
  if (!stream) {
    const body = { model: 'gpt-5-mini', choices: [{ message: { role: 'assistant', content: 'Hi.' } }], usage: USAGE };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const say = (data: object): boolean => response.write(`data: ${JSON.stringify(data)}\n\n`);
  for (const content of ['One', ' two', ' three.']) {
    say({ model: 'gpt-5-mini', choices: [{ index: 0, delta: { content } }] });
    await delay(3);
  }
  say({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  say({ choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  await ensureDemoTenancy(database.pool, clock, undefined);
  const { environmentId } = DEMO_TENANCY.environments.assistantProduction;
  const scopes = { models: [], providers: [], endpoints: [] };
  ({ token } = await createVirtualKeyStore(database.pool, clock).mint({
    ...{ owner: 'team', label: 'killed', environmentId, scopes, allowsPassthrough: false, expiresAt: undefined },
  }));
  await new Promise<void>((resolve) => provider.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const configuration = join(folder, 'tokentriage.yaml');
  writeFileSync(
    configuration,
    `providers: [{ name: openai, wire: openai, base_url: "${url}", models: ["gpt-*"], priced_as: openai }]
routing: { retries: { attempts: 2, within: 10s } }
cache: { enabled: true, rules: [{ id: kept, models: [gpt-5-mini], step_classes: [tool_loop] }] }
governance: { limits: [{ id: all, node: organization, budget_usd: 100, per: month, chunk: 0.001 }] }
`,
  );
  env = { TRUETALLY_DATABASE_URL: database.url, TRUETALLY_DATA: folder, TRUETALLY_CONFIG: configuration };
});

afterAll(async () => {
  provider.close();
  provider.closeAllConnections();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** What a caller saw of a call: that its answer began, and perhaps that it ended. */
interface SeenCall {
  readonly mark: string;
  readonly requestId: string;
  readonly isHit: boolean;
  isWhole: boolean;
}

let marks = 0;

/** Undefined where no answer began. */
async function call({ origin }: ProxyProcess, kind: Kind): Promise<SeenCall | undefined> {
  marks += 1;
  // Equal questions to one process, of which the first is answered by the provider.
  const mark = kind === 'cached' ? `equal ${marks % 2} at ${origin}` : `${kind} ${marks}`;
  try {
    const said = await fetch(`${origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(kind === 'cached' && { 'x-tt-step-class': 'tool_loop' }) },
      body: JSON.stringify({
        ...{ model: 'gpt-5-mini', user: mark, max_completion_tokens: 60, messages: [{ role: 'user', content: mark }] },
        ...(kind === 'stream' && { stream: true, stream_options: { include_usage: true } }),
      }),
      signal: AbortSignal.timeout(20_000),
    });
    const requestId = said.headers.get('x-tt-request-id');
    if (said.status !== 200 || requestId === null) return undefined;
    const seen = { mark, requestId, isHit: said.headers.get('x-tt-cache') === 'hit', isWhole: false };
    seen.isWhole = await said.text().then(
      (text) => text.endsWith('[DONE]\n\n') || text.endsWith('}'),
      () => false,
    );
    return seen;
  } catch {
    return undefined;
  }
}

/** Calls of every kind at once, until the process is gone or each caller made so many. */
async function callOn(proxy: ProxyProcess, times: number): Promise<SeenCall[]> {
  let isGone = false;
  void proxy.exited.then(() => (isGone = true));
  const seen = await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const own: (SeenCall | undefined)[] = [];
      for (let turn = 0; turn < times && !isGone; turn += 1)
        own.push(await call(proxy, KINDS[caller % KINDS.length] as Kind));
      return own;
    }),
  );
  return seen.flat().filter((one) => one !== undefined);
}

/** Events of the journal by the request that they tell of; a line that was torn by a kill is the last of its segment. */
function journalRows(): ReadonlyMap<string, TrafficEvent[]> {
  const rows = new Map<string, TrafficEvent[]>();
  const journal = join(folder, 'journal');
  for (const name of readdirSync(journal)) {
    for (const line of readFileSync(join(journal, name), 'utf8').split('\n').slice(0, -1)) {
      const { event } = parseTrafficLine(line);
      if (event === undefined || !('logical_request_id' in event)) throw new Error(line);
      rows.set(event.logical_request_id, [...(rows.get(event.logical_request_id) ?? []), event]);
    }
  }
  return rows;
}

/** What is wrong with the rows of calls that callers saw. */
function faultsOf(seen: readonly SeenCall[], rows: ReadonlyMap<string, TrafficEvent[]>): string[] {
  return seen.flatMap(({ requestId, mark, isHit, isWhole }) => {
    const events = rows.get(requestId) ?? [];
    const told = events.map(({ event }) => event).join();
    // What the provider refused cost nothing, and was an attempt.
    const expected = isHit ? [] : mark.startsWith('again') ? ['0', COST] : [COST];
    const attempts = expected.map(() => ['attempt', 'cost_effect']).flat();
    // An answer that broke off may have its ending, and has its admission in any case.
    const isEnded = told === ['request_admitted', ...attempts, 'request_terminal'].join();
    const costs = events.flatMap((event) => (event.event === 'cost_effect' ? [event.nanos] : []));
    const isKept = isEnded ? !isWhole || costs.join() === expected.join() : !isWhole && told === 'request_admitted';
    const isPaid = isHit || billed.has(mark);
    return isKept && isPaid
      ? []
      : [`${mark} (${requestId}, ${isWhole ? 'whole' : 'cut off'}): ${told}; ${costs.join()}`];
  });
}

/** Rows of calls that a provider was paid for. */
function paidRows(rows: ReadonlyMap<string, TrafficEvent[]>): number {
  const isPaid = (event: TrafficEvent): boolean => event.event === 'cost_effect' && event.nanos !== '0';
  return [...rows.values()].filter((events) => events.some(isPaid)).length;
}

function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, one) => sum + one, 0);
}

it.each(FAULT_POINTS)('killed at %s, it has the row of each answer that began, once', async (point) => {
  const paidBefore = paidRows(journalRowsOrNone());
  const billBefore = sumOf(billed.values());
  const proxy = await startProxyProcess({ ...env, TRUETALLY_FAULT_POINT: point });
  const seen = await callOn(proxy, 1_000);
  expect(await proxy.exited).toEqual([null, 'SIGKILL']);
  const rows = journalRows();
  expect(faultsOf(seen, rows)).toEqual([]);
  // What the provider bills and no row tells of are calls that were on their way: at most one of each caller.
  const unpaid = sumOf(billed.values()) - billBefore - (paidRows(rows) - paidBefore);
  expect(unpaid).toBeGreaterThanOrEqual(0);
  expect(unpaid).toBeLessThanOrEqual(CALLERS);
});

function journalRowsOrNone(): ReadonlyMap<string, TrafficEvent[]> {
  try {
    return journalRows();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

it('that was killed so often goes on, and its rows are to the last the bill of the provider', async () => {
  const paidBefore = paidRows(journalRows());
  const billBefore = sumOf(billed.values());
  const proxy = await startProxyProcess(env);
  const seen = await callOn(proxy, 20);
  expect(seen.filter(({ isWhole }) => !isWhole)).toEqual([]);
  expect(seen).toHaveLength(CALLERS * 20);
  expect(await proxy.end('SIGTERM')).toEqual([0, null]);
  const rows = journalRows();
  expect(faultsOf(seen, rows)).toEqual([]);
  expect(paidRows(rows) - paidBefore).toBe(sumOf(billed.values()) - billBefore);
});
