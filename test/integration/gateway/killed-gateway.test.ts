import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writtenRows } from '../../../testing/journal/written-events.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import '../../../testing/engines/provided-context.ts';
import { bundledProgram } from '../../../testing/processes/bundled-programs.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const CALLERS = 12;
const OUTPUT_TOKENS = 50;
/** Milliseconds longer than any lease of a killed indexer. */
const NEXT_DAY_MS = 86_400_000;
const KINDS = ['plain', 'stream', 'cached', 'again'] as const;
type Kind = (typeof KINDS)[number];

/** The fault points at which a gateway is killed, each in the middle of an unprepared call. */
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

/** The kills before the comparison with the bill, unless other tests have killed as many gateways. */
const KILLED_FIRST = ['gateway.between_attempts', 'gateway.within_answer', 'gateway.after_answer'];

const clock = { now: () => new Date() };
/** Calls that the provider refused at first, so that they are retried. */
const refused = new Set<string>();
/** The provider's bill: the calls that it accepted, by the marks of their callers. */
const billed = new Map<string, number>();
const provider = createServer((request, response) => {
  // The caller may have been killed.
  answer(request, response).catch(() => response.destroy());
});
let world: IngestWorld;
let env: Record<string, string>;
let token: string;

/** The input tokens of a call, by its caller's mark. */
function inputOf(mark: string): number {
  return 100 + (Number(mark.split(' ')[1]) % 50);
}

/** The cost at 0.25 and 2 USD per million tokens. */
function nanosOf(mark: string): number {
  return inputOf(mark) * 250 + OUTPUT_TOKENS * 2_000;
}

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
  const input = inputOf(user);
  const usage = { prompt_tokens: input, completion_tokens: OUTPUT_TOKENS, total_tokens: input + OUTPUT_TOKENS };
  await delay(3);
  if (!stream) {
    const body = { model: 'gpt-5-mini', choices: [{ message: { role: 'assistant', content: 'Hi.' } }], usage };
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
  say({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

beforeAll(async () => {
  world = await createIngestWorld();
  await ensureDemoTenancy(world.pool, clock, undefined);
  const { environmentId } = DEMO_TENANCY.environments.assistantProduction;
  const scopes = { models: [], providers: [], endpoints: [] };
  ({ token } = await createVirtualKeyStore(world.pool, clock).mint({
    ...{ owner: 'team', label: 'killed', environmentId, scopes, allowsPassthrough: false, expiresAt: undefined },
  }));
  await new Promise<void>((resolve) => provider.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const configuration = join(world.folder, 'tokentriage.yaml');
  writeFileSync(
    configuration,
    `providers: [{ name: openai, wire: openai, base_url: "${url}", models: ["gpt-*"], priced_as: openai }]
routing: { retries: { attempts: 2, within: 10s } }
cache: { enabled: true, rules: [{ id: kept, models: [gpt-5-mini], step_classes: [tool_loop] }] }
governance: { limits: [{ id: all, node: organization, budget_usd: 100, per: month, chunk: 0.001 }] }
`,
  );
  env = { TRUETALLY_DATABASE_URL: world.databaseUrl, TRUETALLY_DATA: world.folder, TRUETALLY_CONFIG: configuration };
});

afterAll(async () => {
  provider.close();
  provider.closeAllConnections();
  await world.drop();
});

/** A call as its caller observed it: its answer began, and may have ended. */
interface SeenCall {
  readonly mark: string;
  readonly requestId: string;
  readonly isHit: boolean;
  isWhole: boolean;
}

let marks = 0;
/** Calls of all tests whose answer ended completely. */
const seenWhole = new Set<SeenCall>();

/** Makes a call; resolves to undefined if no answer began. */
async function call({ origin }: ProxyProcess, kind: Kind): Promise<SeenCall | undefined> {
  marks += 1;
  // Equal questions to one process. The provider answers only the first.
  const mark = kind === 'cached' ? `equal ${marks % 2} at ${origin}` : `${kind} ${marks}`;
  try {
    const response = await fetch(`${origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(kind === 'cached' && { 'x-tt-step-class': 'tool_loop' }) },
      body: JSON.stringify({
        ...{ model: 'gpt-5-mini', user: mark, max_completion_tokens: 60, messages: [{ role: 'user', content: mark }] },
        ...(kind === 'stream' && { stream: true, stream_options: { include_usage: true } }),
      }),
      signal: AbortSignal.timeout(20_000),
    });
    const requestId = response.headers.get('x-tt-request-id');
    if (response.status !== 200 || requestId === null) return undefined;
    const seen = { mark, requestId, isHit: response.headers.get('x-tt-cache') === 'hit', isWhole: false };
    seen.isWhole = await response.text().then(
      (text) => text.endsWith('[DONE]\n\n') || text.endsWith('}'),
      () => false,
    );
    if (seen.isWhole) seenWhole.add(seen);
    return seen;
  } catch {
    return undefined;
  }
}

/** Makes concurrent calls of every kind, until the process has ended or each caller has made this number of calls. */
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

const journalRows = (): ReadonlyMap<string, TrafficEvent[]> => writtenRows(join(world.folder, 'journal'));

/** The faults in the rows of calls that callers observed. */
function faultsOf(seen: readonly SeenCall[], rows: ReadonlyMap<string, TrafficEvent[]>): string[] {
  return seen.flatMap(({ requestId, mark, isHit, isWhole }) => {
    const events = rows.get(requestId) ?? [];
    const names = events.map(({ event }) => event).join();
    // A call that the provider refused has no cost, and counts as an attempt.
    const expected = isHit ? [] : [...(mark.startsWith('again') ? ['0'] : []), String(nanosOf(mark))];
    const attempts = expected.map(() => ['attempt', 'cost_effect']).flat();
    // An interrupted answer may have an ending, and always has an admission.
    const isEnded = names === ['request_admitted', ...attempts, 'request_terminal'].join();
    const costs = events.flatMap((event) => (event.event === 'cost_effect' ? [event.nanos] : []));
    const isKept = isEnded ? !isWhole || costs.join() === expected.join() : !isWhole && names === 'request_admitted';
    const isPaid = isHit || billed.has(mark);
    return isKept && isPaid
      ? []
      : [`${mark} (${requestId}, ${isWhole ? 'whole' : 'cut off'}): ${names}; ${costs.join()}`];
  });
}

/** The number of rows of paid calls. */
function paidRows(rows: ReadonlyMap<string, TrafficEvent[]>): number {
  const isPaid = (event: TrafficEvent): boolean => event.event === 'cost_effect' && event.nanos !== '0';
  return [...rows.values()].filter((events) => events.some(isPaid)).length;
}

function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, one) => sum + one, 0);
}

/** The number of kills so far, in all tests. */
let kills = 0;

/** Kills a gateway in the middle of concurrent calls, and checks its rows against its answers and the bill. */
async function expectRowsOfKilled(point: string): Promise<void> {
  kills += 1;
  const paidBefore = paidRows(journalRowsOrNone());
  const billBefore = sumOf(billed.values());
  const proxy = await startProxyProcess({ ...env, TRUETALLY_FAULT_POINT: point });
  const seen = await callOn(proxy, 1_000);
  expect(await proxy.exited).toEqual([null, 'SIGKILL']);
  const rows = journalRows();
  expect(faultsOf(seen, rows)).toEqual([]);
  // Calls that the provider bills and that have no row were in flight: at most one per caller.
  const unpaid = sumOf(billed.values()) - billBefore - (paidRows(rows) - paidBefore);
  expect(unpaid).toBeGreaterThanOrEqual(0);
  expect(unpaid).toBeLessThanOrEqual(CALLERS);
}

it.each(FAULT_POINTS)('killed at %s, has the row of each answer that began, once', (point) =>
  expectRowsOfKilled(point),
);

function journalRowsOrNone(): ReadonlyMap<string, TrafficEvent[]> {
  try {
    return journalRows();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

/** The bill of a provider, or the bill by the facts. */
interface Bill {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly nanos: number;
}

function billOf(mark: string, calls = 1): Bill {
  return { calls, input: calls * inputOf(mark), output: calls * OUTPUT_TOKENS, nanos: calls * nanosOf(mark) };
}

function added(bills: readonly Bill[]): Bill {
  const sum = (of: (bill: Bill) => number): number => sumOf(bills.map(of));
  return {
    calls: sum(({ calls }) => calls),
    input: sum(({ input }) => input),
    output: sum(({ output }) => output),
    nanos: sum(({ nanos }) => nanos),
  };
}

/** Runs one pass of an indexer in a separate process; resolves to its exit code and signal. */
async function index(faultPoint: string, aheadMs: number): Promise<unknown[]> {
  const program = bundledProgram('test/integration/ingest/support/indexer-child.ts');
  const args = [program, world.databaseUrl, world.clickhouseUrl, join(world.folder, 'journal'), String(aheadMs)];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TRUETALLY_FAULT_POINT: faultPoint },
  });
  return once(child, 'exit');
}

/** The facts of each paid request. */
async function factsByRequest(): Promise<ReadonlyMap<string, Bill>> {
  const query = `SELECT id, sum(calls) AS calls, sum(input) AS input, sum(output) AS output, sum(nanos) AS nanos FROM (
      SELECT logical_request_id AS id, 1 AS calls, input_tokens AS input, output_tokens AS output, 0 AS nanos
      FROM attempts_v1 WHERE usage_known
      UNION ALL
      SELECT logical_request_id, 0, 0, 0, nanos FROM cost_effects_v1 WHERE nanos > 0
    ) GROUP BY id`;
  const answer = await world.clickhouse.query({ query, format: 'JSONEachRow' });
  const rows = await answer.json<{ id: string } & Record<keyof Bill, string>>();
  return new Map(
    rows.map(({ id, calls, input, output, nanos }) => [
      id,
      { calls: Number(calls), input: Number(input), output: Number(output), nanos: Number(nanos) },
    ]),
  );
}

it('that was killed many times continues, and its rows and facts exactly equal the provider’s bill', async () => {
  for (const point of KILLED_FIRST.slice(kills)) await expectRowsOfKilled(point);
  const paidBefore = paidRows(journalRowsOrNone());
  const before = new Map(billed);
  const proxy = await startProxyProcess(env);
  const seen = await callOn(proxy, 20);
  expect(seen.filter(({ isWhole }) => !isWhole)).toEqual([]);
  expect(seen).toHaveLength(CALLERS * 20);
  expect(await proxy.end('SIGTERM')).toEqual([0, null]);
  const rows = journalRows();
  expect(faultsOf(seen, rows)).toEqual([]);
  const bill = added([...billed].map(([mark, calls]) => billOf(mark, calls - (before.get(mark) ?? 0))));
  expect(paidRows(rows) - paidBefore).toBe(bill.calls);

  expect(await index('indexer.between_tables', 0)).toEqual([null, 'SIGKILL']);
  expect(await index('', NEXT_DAY_MS)).toEqual([0, null]);
  const facts = await factsByRequest();
  const ofSeen = seen.flatMap(({ requestId }) => facts.get(requestId) ?? []);
  expect(added(ofSeen)).toEqual(bill);
  // After every kill of its gateway, each paid request has a row.
  const { request_admissions_v1: admitted } = await world.rowCounts();
  expect([admitted, facts.size]).toEqual([rows.size, paidRows(rows)]);
  const misses = [...seenWhole].filter(({ isHit }) => !isHit);
  expect(misses.map(({ requestId }) => facts.get(requestId))).toEqual(misses.map(({ mark }) => billOf(mark)));
});
