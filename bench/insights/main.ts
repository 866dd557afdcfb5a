import { Agent, request as httpRequest } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createAnalyticsClient, type AnalyticsClient } from '../../analytics/analytics-client.ts';
import { createInsightReader, type InsightReader } from '../../analytics/insight/insight-reader.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import { resolveReadScope } from '../../domain/tenancy/resolve.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { createIngestStateStore } from '../../store/ingest/ingest-state-store.ts';
import { createInstallationSecretStore } from '../../store/installation/installation-secret-store.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { createTenancyStore } from '../../store/tenancy/tenancy-store.ts';
import { ratioText } from '../reports/spread.ts';
import type { BenchQuestion } from './bench-question.ts';
import { createInsightBenchWorld } from './insight-bench-world.ts';
import { createBenchTenancy, type BenchTenancy } from './bench-tenancy.ts';
import { measureContenders, requireSameAnswers, type AnswerRow, type Contender } from './contender.ts';
import { copyToDuck } from './duck-facts.ts';
import { generateFacts, lastSequence, requestsFor } from './generate-facts.ts';
import { benchQuestions, toWorkspaceRollups } from './questions.ts';
import { requireWithinBudget } from './read-budget.ts';
import { requireEqualRollups } from './require-equal-rollups.ts';
import { engineWork, recordingClient, type EngineWork } from './traffic-meter.ts';

const { facts, rounds, before } = createProgram(
  'npm run bench:insights --',
  'Measures insight reads over generated facts, against handwritten SQL and DuckDB. The answers must be equal.',
)
  .option('--facts <number>', 'rows of the four fact tables together', positiveNumber, 10_000_000)
  .option('--rounds <number>', 'queries to each contender', positiveNumber, 5)
  .option('--before <folder>', 'compares only with the reader of this checkout, which needs its dependencies')
  .parse()
  .opts<{ facts: number; rounds: number; before?: string }>();

const clock = { now: () => new Date() };
const report = (line: string): void => console.log(line);
/**
 * The tolerance of percentiles. Buckets have an error of at most 2.2 %; the sketches of other engines add their own.
 */
const TOLERANCE = { columns: /_p\d+$/, share: 0.04 } as const;

/** A persistent connection for all calls, as in a console. */
const agent = new Agent({ keepAlive: true });

const world = await createInsightBenchWorld(report);
try {
  await run();
} finally {
  agent.destroy();
  await world.drop();
}

async function run(): Promise<void> {
  const pool = createPool(world.databaseUrl);
  const client = createAnalyticsClient(world.clickhouseUrl);
  const requests = requestsFor(facts);
  const tenancy = await createBenchTenancy(pool, clock, lastSequence(requests));
  const rows = await timed('generated', () => generateFacts(client, tenancy, requests, report));
  report(
    Object.entries(rows)
      .map(([table, count]) => `${table} ${count.toLocaleString('en')}`)
      .join(', '),
  );
  await timed('compared rollups with facts', () => requireEqualRollups(client));

  const caller = await createTenancyStore(pool).loadCaller(tenancy.subjectId);
  const tree = await createTenancyStore(pool).loadTree(tenancy.workspaceId);
  if (caller === undefined || tree === undefined) throw new Error('The tenancy of the bench is not there.');
  const recorder = recordingClient(client);
  const ports = {
    clickhouse: recorder.client,
    ingestState: createIngestStateStore(pool),
    sealKey: await createInstallationSecretStore(pool, clock).sealKey(),
    clock,
  };
  const reader = createInsightReader(ports);
  const ask = askClickHouse(client);
  const samples = await ask(
    `SELECT logical_request_id AS id, environment_id AS environment, toStartOfHour(dispatched_at) AS hour
     FROM attempts_v1 WHERE ordinal = 1 ORDER BY cityHash64(logical_request_id) LIMIT 1`,
  );
  const [one] = samples();
  const request = { id: one?.['id'] ?? '', environmentId: one?.['environment'] ?? '', hour: one?.['hour'] ?? '' };
  const questions = benchQuestions(tenancy, request, facts);
  const through =
    ({ query, rowsOf }: BenchQuestion, asked: InsightReader): Contender['ask'] =>
    async () => {
      const scope = resolveReadScope(caller, tree, query.scope ?? {});
      const { answer } = await asked.answer({ scope, query });
      return () => rowsOf(answer);
    };

  if (before !== undefined) {
    const readerBefore = await readerOf(before, ports);
    for (const question of questions) {
      await compareReaders(question, [
        { name: 'before', ask: through(question, readerBefore) },
        { name: 'after', ask: through(question, reader) },
        { name: 'again', ask: through(question, createInsightReader(ports)) },
      ]);
    }
  } else {
    const duck = await timed('copied to DuckDB', () => copyToDuck(client, world.folder));
    const api = await world.startApi();
    for (const question of questions) {
      const throughReader = through(question, reader);
      const contenders: Contender[] = [
        { name: 'reader', ask: throughReader },
        { name: 'API', ask: () => askApi(api, tenancy, question) },
        { name: 'raw query', ask: () => ask(question.raw) },
        ...byHand(question).map(([name, sql]) => ({ name, ask: () => ask(sql) })),
        { name: 'DuckDB', ask: () => duck.ask(question.duck).then((rows) => () => rows) },
      ];
      await compareEngines(question, contenders, await engineWork(client, recorder.sent, throughReader));
    }
    duck.close();
  }
  await client.close();
  await pool.end();
}

/** Loads the insight reader of another checkout, over the same engines. */
async function readerOf(folder: string, ports: Parameters<typeof createInsightReader>[0]): Promise<InsightReader> {
  const file = pathToFileURL(resolve(folder, 'analytics/insight/insight-reader.ts')).href;
  const other = (await import(file)) as { createInsightReader: typeof createInsightReader };
  return other.createInsightReader(ports);
}

/**
 * Requires the same answer from each reader, and prints the ratios of their times with the 95 % interval of the median.
 */
async function compareReaders({ name: question }: BenchQuestion, contenders: Contender[]): Promise<void> {
  await requireSame(question, contenders);
  const [earlier, after, again] = await measureContenders(contenders, rounds);
  if (earlier === undefined || after === undefined || again === undefined) return;
  report(
    `${question.padEnd(44)} before ${earlier.medianMs.toFixed(1).padStart(8)} ms  after/before ${ratioText(after.times, earlier.times)}  again/after ${ratioText(again.times, after.times)}`,
  );
}

async function requireSame(question: string, contenders: readonly Contender[]): Promise<AnswerRow[]> {
  const answers: { name: string; rows: AnswerRow[] }[] = [];
  for (const contender of contenders) answers.push({ name: contender.name, rows: (await contender.ask())() });
  requireSameAnswers(question, answers, TOLERANCE);
  return answers[0]?.rows ?? [];
}

/**
 * The hand-written SQL of a question, by name: over rollups of environments and over rollups of workspaces. For
 * questions with few rows, another statement reads all columns that the answer shows.
 */
function byHand({ rollup, whole }: BenchQuestion): [string, string][] {
  const ofWorkspaces = rollup === undefined ? undefined : toWorkspaceRollups(rollup);
  return Object.entries({ 'by hand': rollup, 'of all': ofWorkspaces, 'all shown': whole }).filter(
    (one): one is [string, string] => one[1] !== undefined,
  );
}

/**
 * Requires the same answer from each contender, prints the time of each, and requires that the read stays within its
 * budget.
 */
async function compareEngines(question: BenchQuestion, contenders: Contender[], work: EngineWork): Promise<void> {
  const rows = await requireSame(question.name, contenders);
  const timings = await measureContenders(contenders, rounds);
  report(
    `\n${question.name}: ${rows.length} rows; read ${work.rows.toLocaleString('en')} rows, ${(work.bytes / 1e6).toFixed(1)} MB`,
  );
  for (const { name, medianMs, fastestMs, slowestMs, ratio } of timings) {
    report(
      `  ${name.padEnd(10)} ${medianMs.toFixed(1).padStart(9)} ms (${fastestMs.toFixed(1)} to ${slowestMs.toFixed(1)})  ${ratio.toFixed(2).padStart(8)} × reader`,
    );
  }
  requireWithinBudget(question.name, question.budget, work);
}

function askClickHouse(client: AnalyticsClient): (query: string) => Promise<() => AnswerRow[]> {
  return async (query) => {
    const result = await client.query({ query, format: 'JSONEachRow' });
    const rows = await result.json<Record<string, string | number | null>>();
    return () =>
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])),
      );
  };
}

async function askApi(
  api: string,
  tenancy: BenchTenancy,
  { query, rowsOf }: BenchQuestion,
): Promise<() => AnswerRow[]> {
  const path = `/portal/api/v1/customer/v1/organizations/${tenancy.organizationId}/workspaces/${tenancy.workspaceId}/insights/query`;
  const body = await new Promise<string>((resolve, reject) => {
    const call = httpRequest(
      `${api}${path}`,
      {
        agent,
        method: 'POST',
        headers: { authorization: `Bearer ${tenancy.token}`, 'content-type': 'application/json' },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (text += part));
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(text);
          else reject(new Error(text));
        });
      },
    );
    call.on('error', reject);
    call.end(JSON.stringify(query));
  });
  return () => rowsOf((JSON.parse(body) as { data: InsightAnswer }).data);
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  report(`${what} in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  return result;
}
