import { createAnalyticsClient, type AnalyticsClient } from '../../analytics/analytics-client.ts';
import { createTraceReader } from '../../analytics/traces/trace-reader.ts';
import type { Trace } from '../../contracts/traces/trace.ts';
import type { TraceList } from '../../contracts/traces/trace-list.ts';
import type { TraceQuery } from '../../contracts/traces/trace-queries.ts';
import { resolveReadScope } from '../../domain/tenancy/resolve.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { createIngestStateStore } from '../../store/ingest/ingest-state-store.ts';
import { createInstallationSecretStore } from '../../store/installation/installation-secret-store.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { createTenancyStore } from '../../store/tenancy/tenancy-store.ts';
import { insertLargeTrace } from '../../testing/insight/insert-large-trace.ts';
import { createBenchTenancy, type BenchTenancy } from '../insights/bench-tenancy.ts';
import { measureContenders, requireSameAnswers, type AnswerRow, type Contender } from '../insights/contender.ts';
import { FACTS_WINDOW, generateFacts, lastSequence, requestsFor } from '../insights/generate-facts.ts';
import { createInsightBenchWorld } from '../insights/insight-bench-world.ts';

const { facts, rounds } = createProgram(
  'npm run bench:traces --',
  'Measures reads of traces over generated facts: a trace of 10,000 steps, and the largest traces of a window.',
)
  .option('--facts <number>', 'rows of the four fact tables around the trace', positiveNumber, 2_000_000)
  .option('--rounds <number>', 'queries to each contender', positiveNumber, 9)
  .parse()
  .opts<{ facts: number; rounds: number }>();

const STEPS = 10_000;
const TRACE = 'trace-of-the-bench';
const DAY = '2026-02-10';
/** The maximum median of a read of the trace through the API. */
const MAX_MS = 300;

const clock = { now: () => new Date() };
const report = (line: string): void => console.log(line);
const world = await createInsightBenchWorld(report);
try {
  await run();
} finally {
  await world.drop();
}

async function run(): Promise<void> {
  const pool = createPool(world.databaseUrl);
  const client = createAnalyticsClient(world.clickhouseUrl);
  const requests = requestsFor(facts);
  const tenancy = await createBenchTenancy(pool, clock, lastSequence(requests));
  await generateFacts(client, tenancy, requests, report);
  const [leaf] = tenancy.environments;
  if (leaf === undefined) throw new Error('The tenancy of the bench has no environment.');
  const { organizationId, workspaceId } = tenancy;
  const place = { organizationId, workspaceId, ...leaf };
  await insertLargeTrace(client, { place, trace: TRACE, day: DAY, steps: STEPS });
  const stores = createTenancyStore(pool);
  const [caller, tree] = [await stores.loadCaller(tenancy.subjectId), await stores.loadTree(workspaceId)];
  if (caller === undefined || tree === undefined) throw new Error('The tenancy of the bench is missing.');
  const reader = createTraceReader({
    clickhouse: client,
    ingestState: createIngestStateStore(pool),
    sealKey: await createInstallationSecretStore(pool, clock).sealKey(),
    clock,
  });
  const scope = resolveReadScope(caller, tree, {});
  const api = await world.startApi();

  const query = { ...windowOf(`${DAY}T00:00:00Z`, '2026-02-11T00:00:00Z'), trace_id: TRACE };
  const wide = { ...query, ...windowOf(FACTS_WINDOW.from.toISOString(), FACTS_WINDOW.to.toISOString()) };
  const apiMs = await compare('a trace of 10,000 steps', [
    {
      name: 'API',
      ask: () => askApi(api, tenancy, { operation: 'read', query, rowsOf: (answer) => traceRows(answer as Trace) }),
    },
    {
      name: '90 days',
      ask: () =>
        askApi(api, tenancy, { operation: 'read', query: wide, rowsOf: (answer) => traceRows(answer as Trace) }),
    },
    {
      name: 'reader',
      ask: async () => {
        const trace = await reader.read({ scope, query });
        return () => traceRows(trace);
      },
    },
    { name: 'SQL', ask: () => sumBySql(client) },
  ]);
  for (const order_by of ['spend', 'tokens', 'requests', 'duration'] as const) {
    const list = { ...windowOf('2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'), order_by };
    await compare(`the largest traces of a month by ${order_by}`, [
      {
        name: 'API',
        ask: () =>
          askApi(api, tenancy, { operation: 'list', query: list, rowsOf: (answer) => listRows(answer as TraceList) }),
      },
    ]);
  }
  await client.close();
  await pool.end();
  if (apiMs > MAX_MS) throw new Error(`A trace of ${STEPS} steps took ${apiMs.toFixed(0)} ms, more than ${MAX_MS} ms.`);
}

function windowOf(from: string, to: string): Pick<TraceQuery, 'schema' | 'from' | 'to'> {
  return { schema: 1, from, to };
}

/** Requires the same answer from each contender, and prints their times. Returns the median of the first. */
async function compare(question: string, contenders: readonly Contender[]): Promise<number> {
  const answers: { name: string; rows: AnswerRow[] }[] = [];
  for (const contender of contenders) answers.push({ name: contender.name, rows: (await contender.ask())() });
  requireSameAnswers(question, answers, { columns: /^$/, share: 0 });
  const timings = await measureContenders(contenders, rounds);
  report(`\n${question}`);
  for (const { name, medianMs, fastestMs, slowestMs } of timings) {
    report(
      `  ${name.padEnd(8)} ${medianMs.toFixed(1).padStart(8)} ms (${fastestMs.toFixed(1)} to ${slowestMs.toFixed(1)})`,
    );
  }
  return timings[0]?.medianMs ?? Number.NaN;
}

/** The cost and the number of requests of the complete trace, and the cost of its roots with their children. */
function traceRows({ steps, whole }: Trace): AnswerRow[] {
  const roots = steps
    .filter(({ placement }) => placement !== 'child')
    .map(({ with_children: { spend } }) => (spend.state === 'unavailable' ? 0n : BigInt(spend.number)))
    .reduce((sum, nanos) => sum + nanos, 0n);
  const nanos = whole.spend.state === 'unavailable' ? null : whole.spend.number;
  return [{ nanos, of_roots: String(roots), requests: whole.requests }];
}

function listRows({ traces }: TraceList): AnswerRow[] {
  return traces.map(({ trace_id, figures }) => ({ trace: trace_id, requests: figures.requests }));
}

/** The same figures by one handwritten statement over the cost effects. */
async function sumBySql(client: AnalyticsClient): Promise<() => AnswerRow[]> {
  const result = await client.query({
    query: `SELECT toString(sum(toInt128(nanos))) AS total, toString(uniqExact(logical_request_id)) AS requests
      FROM cost_effects_v1 WHERE trace_id = {trace:String}`,
    query_params: { trace: TRACE },
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ total: string; requests: string }>();
  return () => rows.map(({ total, requests }) => ({ nanos: total, of_roots: total, requests }));
}

/** Sends a question to the API. The answer is parsed after the measurement. */
async function askApi(
  api: string,
  { organizationId, workspaceId, token }: BenchTenancy,
  asked: {
    readonly operation: 'read' | 'list';
    readonly query: object;
    readonly rowsOf: (answer: unknown) => AnswerRow[];
  },
): Promise<() => AnswerRow[]> {
  const path = `/portal/api/v1/customer/v1/organizations/${organizationId}/workspaces/${workspaceId}/traces/${asked.operation}`;
  const answer = await fetch(`${api}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(asked.query),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return () => asked.rowsOf((JSON.parse(text) as { data: unknown }).data);
}
