import type pg from 'pg';
import { createAnalyticsClient } from '../../../analytics/analytics-client.ts';
import { createLostCallFinder } from '../../../analytics/gateway/lost-call-finder.ts';
import { createTruetallyClient, type TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import { JournalWriter } from '../../../journal/files/journal-writer.ts';
import { DEMO_TENANCY } from '../../../store/tenancy/demo-tenancy.ts';
import { endLostCalls } from '../../../worker/dead-gateways/end-lost-calls.ts';
import { runToEnd } from '../../../testing/processes/run-to-end.ts';
import { ENGINES, GATEWAYS, SERVICES } from '../../../testing/processes/system-world.ts';
import { createRandom } from '../../../testing/random.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { balancedFetch } from '../balanced-fetch.ts';
import type { ScenarioOutcome, Stage } from '../../../testing/scenarios/scenario.ts';
import { startBillingProvider, type BillingProvider } from './billing-provider.ts';
import { compareBill, findRowFaults, type BillComparison } from './compare-bill.ts';
import { findLimitFaults, waitUntilAccounted } from './find-limit-faults.ts';
import { findWatchedFaults, readFigures, watchFigures, type MeasuredValue } from './figures-under-fire.ts';
import { startCallers } from './fire-callers.ts';
import { killUnderLoad } from './fire-kills.ts';
import { openFireWorld } from './fire-world.ts';
import { loggedRows, type LoggedRow } from './logged-rows.ts';

const CALLERS = 16;
/** A day later, a call without an end counts as lost, regardless of the gateway that wrote it. */
const LATER_MS = 25 * 3_600_000;
const LOAD_SECONDS = 300;

/**
 * Callers of every kind call two gateways under limits of every kind, while all processes are killed and frozen at
 * random. At the end, the provider's bill, the journal, the figures and the limits agree to the last nano-USD, except
 * for calls that are named.
 */
export async function playGatewayUnderLoad(stage: Stage): Promise<ScenarioOutcome> {
  const provider = await startBillingProvider();
  try {
    return await playBefore(provider, stage);
  } finally {
    await provider.close();
  }
}

async function playBefore(provider: BillingProvider, stage: Stage): Promise<ScenarioOutcome> {
  const { world, pool, report, seed, size } = stage;
  report(`seed ${seed}: ${CALLERS} callers for ${size.seconds} s, ${size.kills} kills`);
  const place = await openFireWorld(stage, provider.url);
  for (const name of [...SERVICES, ...GATEWAYS]) {
    await world.kill(name);
    await world.start(name, place.env);
  }
  const startedAt = new Date();
  const { organizationId } = DEMO_TENANCY;
  const fetch = balancedFetch(world.origins);
  const client = createTruetallyClient({ ...stage.place, fetch, organizationId, workspaceId: place.workspaceId });
  const watch = watchFigures(client, startedAt);
  const callers = startCallers(world.gatewayOrigins, place, createRandom(seed), CALLERS);
  const { killed, frozen, faults } = await killUnderLoad(stage, createRandom(seed), place.env);
  await callers.stop();
  await watch.stop();
  const { seen } = callers;
  report(
    `${seen.length} calls: ${countsOf(seen.map(({ status, refusal }) => `${status ?? 'none'} ${refusal ?? ''}`))}`,
  );
  report(`killed: ${countsOf(killed)}; frozen: ${countsOf(frozen)}`);

  await waitUntilAccounted(pool);
  await untilLoaded(stage, loggedRows(world.journalFolder, place.workspaceId));
  await untilEnded(pool);
  const rows = loggedRows(world.journalFolder, place.workspaceId);
  await untilLoaded(stage, rows);
  const bill = compareBill(rows, provider.bill, seen);
  reportBill(bill, report);
  report(`figures: ${watch.answers.length} answers, ${watch.unanswered()} not answered`);
  const found = [
    ...faults,
    ...[...SERVICES, ...GATEWAYS, ...ENGINES].filter((name) => !world.lives(name)).map((name) => `${name} is dead`),
    ...findRowFaults(rows, seen),
    ...bill.faults,
    ...findWatchedFaults(watch.answers, rows),
    ...(await findLimitFaults(pool, { rows, bill: provider.bill, caps: place.caps }, report)),
    ...(await faultsOfFigures({ client, startedAt, rows })),
    ...(await faultsOfLost(stage, rows)),
    ...(await faultsOfFacts(stage)),
  ];
  for (const name of [...GATEWAYS, ...SERVICES]) await world.kill(name);
  await world.start('worker');
  await world.start('api');
  return { runs: [], faults: found };
}

interface UnderFire {
  readonly client: TruetallyClient;
  readonly startedAt: Date;
  readonly rows: readonly LoggedRow[];
}

/**
 * The differences between the figures and the journal. Spend must disclose the calls without a price, which include
 * lost calls.
 */
async function faultsOfFigures({ client, startedAt, rows }: UnderFire): Promise<string[]> {
  const { requests, outcomes, spend, unpriced } = await readFigures(client, startedAt);
  const withoutPrice = rows.filter(({ nanos }) => nanos === undefined).length;
  const ended = rows.filter(({ status }) => status !== 'unknown').length;
  const logged = rows.reduce((sum, { nanos = 0 }) => sum + nanos, 0);
  const disclosed = spend.state === 'partial' && spend.coverage.join() === 'unpriced_population';
  return [
    ...unlike('requests', numberOf(requests), rows.length),
    ...unlike('outcomes', numberOf(outcomes), ended),
    ...unlike('spend', numberOf(spend), logged),
    ...unlike('effects without a price', String(unpriced), withoutPrice),
    ...(disclosed === withoutPrice > 0 ? [] : [`spend is ${toldOf(spend)}, and ${withoutPrice} calls have no price`]),
  ];
}

/**
 * The faults of lost calls. Each call of a dead gateway must already have its end, so a search on the next day finds no
 * lost call.
 */
async function faultsOfLost({ world }: Pick<Stage, 'world'>, rows: readonly LoggedRow[]): Promise<string[]> {
  const clickhouse = createAnalyticsClient(world.clickhouseUrl);
  const writer = new JournalWriter({ folder: world.journalFolder, writerId: 'lost', waitsForDisk: true });
  const clock = { now: () => new Date(Date.now() + LATER_MS) };
  try {
    const parts = { find: createLostCallFinder(clickhouse), writer, clock };
    const ended = await endLostCalls(parts, AbortSignal.timeout(LOAD_SECONDS * 1_000));
    const endless = rows.filter(({ status }) => status === undefined);
    return [
      ...unlike('lost calls of the next day', String(ended), 0),
      ...endless.map(({ requestId }) => `${requestId} has no ending`),
    ];
  } finally {
    await writer.close();
    await clickhouse.close();
  }
}

/**
 * Waits until a worker has ended the calls of every dead gateway. A figure shows the number of gateways that wait for
 * it.
 */
async function untilEnded(pool: pg.Pool): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await pool.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM gateway_processes
       WHERE ended_at IS NULL AND seen_at < now() - INTERVAL '30 seconds'`,
    );
    return rows[0]?.left === 0;
  }, LOAD_SECONDS);
}

function unlike(name: string, found: string, expected: number): string[] {
  return found === String(expected) ? [] : [`${name}: ${found}, and not ${expected}`];
}

function toldOf(spend: MeasuredValue): string {
  return spend.state === 'partial' ? `partial by ${spend.coverage.join(' and ')}` : spend.state;
}

function numberOf(value: MeasuredValue): string {
  return value.state === 'unavailable' ? value.reason : value.number;
}

/** The differences between the facts of ClickHouse and Postgres. */
async function faultsOfFacts({ world }: Pick<Stage, 'world'>): Promise<string[]> {
  const { code, stdout, stderr } = await runToEnd('maintenance/rebuild-facts.ts', ['--check'], {
    TRUETALLY_DATABASE_URL: world.databaseUrl,
    TRUETALLY_CLICKHOUSE_URL: world.clickhouseUrl,
    TRUETALLY_JOURNAL: world.journalFolder,
  });
  return code === 0 ? [] : [`rebuild-facts --check ended with ${String(code)}: ${stdout}${stderr}`];
}

/** Waits until the admission and the end of each call are in ClickHouse. */
async function untilLoaded({ world }: Pick<Stage, 'world'>, rows: readonly LoggedRow[]): Promise<void> {
  const ended = rows.filter(({ status }) => status !== undefined);
  const clickhouse = createAnalyticsClient(world.clickhouseUrl);
  const has = async (table: string, some: readonly LoggedRow[]): Promise<boolean> => {
    const answer = await clickhouse.query({
      query: `SELECT DISTINCT logical_request_id AS id FROM ${table} WHERE startsWith(logical_request_id, 'greq_')`,
      format: 'JSONEachRow',
    });
    const found = new Set((await answer.json<{ id: string }>()).map(({ id }) => id));
    return some.every(({ requestId }) => found.has(requestId));
  };
  try {
    await waitUntil(
      async () => (await has('request_admissions_v1', rows)) && (await has('request_terminals_v1', ended)),
      LOAD_SECONDS,
    );
  } finally {
    await clickhouse.close();
  }
}

function reportBill({ nanos, logged, calls }: BillComparison, report: (line: string) => void): void {
  const { stated, estimated, unpriced, unlogged } = calls;
  report(`the provider bills ${nanos} nano-USD, the journal says ${logged}`);
  report(
    `${stated.length} calls are stated, ${estimated.length} estimated, ${unpriced.length} unpriced, ${unlogged.length} not logged`,
  );
  for (const { row, billed } of unpriced)
    if (row?.status === 'unknown') report(`  ${row.requestId}: billed ${billed.nanos}, reserved ${row.reservedNanos}`);
  for (const { billed } of unlogged) report(`  call ${billed.traceId}: billed ${billed.nanos}, no line`);
}

function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name.trim(), (counts.get(name.trim()) ?? 0) + 1);
  return [...counts]
    .sort()
    .map(([name, count]) => `${name} ×${count}`)
    .join(', ');
}
