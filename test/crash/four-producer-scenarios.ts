import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAnalyticsClient } from '../../analytics/analytics-client.ts';
import { createTruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type { TrafficEvent } from '../../clients/typescript/wire.ts';
import { openJournal } from '../../journal/open-journal.ts';
import type { StreamAddress } from '../../journal/stream/stream-address.ts';
import { createWorkGauges } from '../../store/installation/work-gauges.ts';
import { createCredentialStore } from '../../store/tenancy/credential-store.ts';
import { createEnvironmentSettingsStore } from '../../store/tenancy/environment-settings-store.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { startNatsServers, type NatsServers } from '../../testing/engines/nats-servers.ts';
import { makeTestStream } from '../../testing/journal/make-test-stream.ts';
import { SERVICES } from '../../testing/processes/system-world.ts';
import { createRandom, type Random } from '../../testing/random.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { retryUntilAnswered } from '../../testing/scenarios/retry-until-answered.ts';
import { newWorkspace } from '../../testing/scenarios/new-workspace.ts';
import type { ScenarioOutcome, Scenario, Stage } from '../../testing/scenarios/scenario.ts';
import { balancedFetch } from './balanced-fetch.ts';
import { killAtRandom, ROUND_MS } from './kill-at-random.ts';

const clock = { now: () => new Date() };

const PRODUCERS = 4;
/** The number of events of a request. */
const EVENTS = 4;
const REQUESTS_OF_A_BATCH = 250;
const FIRST_AT = Date.UTC(2026, 0, 1);
const APART_MS = 1_000;
const BROKER_AWAY_MS = 2_000;
/** The time-out while an engine and both APIs start again on a busy machine. */
const SEND_SECONDS = 300;
const LOAD_SECONDS = 1_800;
const REPORT_EVERY_MS = 30_000;
/** The tables with rows of each request, in the order in which counts are reported. */
const TABLES = ['request_admissions_v1', 'attempts_v1', 'cost_effects_v1', 'request_terminals_v1'] as const;

/**
 * Four producers send the same events concurrently over HTTP, while the parts that carry these events are killed at
 * random.
 */
export const FOUR_PRODUCER_SCENARIOS: readonly Scenario[] = [
  { name: 'traffic of four producers, in files', play: (stage) => sentByFour(stage, undefined) },
  { name: 'traffic of four producers, in a stream', play: inStream },
];

async function inStream(stage: Stage): Promise<ScenarioOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-broker-'));
  const servers = await startNatsServers(folder);
  try {
    const url = `${servers.url}/traffic`;
    return await sentByFour(stage, { servers, url, address: await makeTestStream(url) });
  } finally {
    await servers.stop();
    rmSync(folder, { recursive: true });
  }
}

interface Broker {
  readonly servers: NatsServers;
  readonly url: string;
  readonly address: StreamAddress;
}

async function sentByFour(stage: Stage, broker: Broker | undefined): Promise<ScenarioOutcome> {
  const { world, pool, report, seed, size } = stage;
  const { organizationId, subjects } = DEMO_TENANCY;
  const env = { TRUETALLY_JOURNAL: broker?.url ?? world.journalFolder };
  for (const name of SERVICES) {
    await world.kill(name);
    await world.start(name, env);
  }
  const { workspaceId, leaf } = await newWorkspace(pool, organizationId);
  const settings = { environmentId: leaf.environmentId, takesStatedCosts: true };
  await createEnvironmentSettingsStore(pool).change(settings);
  const key = { subjectId: subjects.owner, class: 'runtime', environmentId: leaf.environmentId, name: 'four' } as const;
  const { token } = await createCredentialStore(pool, clock).create(key);
  const fetch = balancedFetch(world.origins);
  const place = { baseUrl: world.baseUrl, token, organizationId, workspaceId, ...leaf, fetch, maxRetries: 0 };
  const client = createTruetallyClient(place);
  const random = createRandom(seed);
  const requests = Math.ceil(size.events / EVENTS);
  const batches = Array.from({ length: Math.ceil(requests / REQUESTS_OF_A_BATCH) }, (_, batch) => batch);
  const orders = Array.from({ length: PRODUCERS }, () => random.shuffled(batches));

  let [left, tries, kept] = [PRODUCERS, 0, 0];
  const startedAt = performance.now();
  const producing = orders.map(async (order, producer) => {
    for (const batch of order) {
      const events = eventsOf(batch, requests);
      const receipt = await retryUntilAnswered(() => {
        tries += 1;
        return client.traffic.send(events);
      }, SEND_SECONDS);
      kept += receipt.accepted;
      if (receipt.accepted !== events.length) throw new Error(`producer ${producer}: ${receipt.refused} were refused`);
    }
  });
  const sent = Promise.allSettled(producing.map((one) => one.finally(() => (left -= 1))));
  let kills = 0;
  const progress = seldom(report);
  while (left > 0) {
    const [round] = await Promise.all([killAtRandom(world, random, env), killBroker(broker?.servers, random)]);
    kills += round.killed.length + (broker === undefined ? 0 : 1);
    progress(`${kept} of ${PRODUCERS * requests * EVENTS} events acknowledged, ${kills} kills`);
  }
  const failed = (await sent).flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  report(`${PRODUCERS} × ${requests * EVENTS} events sent in ${seconds} s, ${tries} requests, ${kills} kills`);
  await untilLoaded(stage, broker);
  report(`loaded ${Math.round((performance.now() - startedAt) / 1_000)} s after the first was sent`);
  const faults = [...failed, ...(await faultsOfFacts(stage, workspaceId, requests))];
  for (const name of SERVICES) await world.kill(name);
  await world.start('worker');
  await world.start('api');
  return { runs: [], faults };
}

/** A report function that passes on only some of its lines, at intervals. */
function seldom(report: (line: string) => void): (line: string) => void {
  let next = performance.now() + REPORT_EVERY_MS;
  return (line) => {
    if (performance.now() < next) return;
    next = performance.now() + REPORT_EVERY_MS;
    report(line);
  };
}

/** Kills a broker at a random moment of a round. */
async function killBroker(servers: NatsServers | undefined, random: Random): Promise<void> {
  if (servers === undefined) return;
  await delay(random.whole(0, ROUND_MS));
  await servers.kill();
  await delay(random.whole(0, BROKER_AWAY_MS));
  await servers.start();
}

async function untilLoaded({ world, pool, report }: Stage, broker: Broker | undefined): Promise<void> {
  const journal = openJournal({ journalFolder: world.journalFolder, journalStream: broker?.address });
  const work = createWorkGauges(pool, clock);
  const progress = seldom(report);
  try {
    await waitUntil(async () => {
      const unread = await journal.unreadBytes((ids) => work.plannedOffsets(ids));
      progress(`${unread} bytes of the journal are not read yet`);
      return unread === 0 && (await work.ingest()).unloaded.count === 0;
    }, LOAD_SECONDS);
  } finally {
    await journal.close();
  }
}

/**
 * The differences between the events and the facts. Everything was acknowledged, so every fact must exist exactly once.
 */
async function faultsOfFacts(stage: Stage, workspaceId: string, requests: number): Promise<string[]> {
  const { world, report } = stage;
  const clickhouse = createAnalyticsClient(world.clickhouseUrl);
  try {
    const faults: string[] = [];
    for (const table of TABLES) {
      const answer = await clickhouse.query({
        query: `SELECT count() AS rows, uniqExact(logical_request_id) AS ids, ${table === 'cost_effects_v1' ? 'sum(nanos)' : '0'} AS nanos
          FROM ${table} WHERE workspace_id = {workspace:String}`,
        query_params: { workspace: workspaceId },
        format: 'JSONEachRow',
      });
      const [found] = await answer.json<{ rows: string; ids: string; nanos: string | number }>();
      const nanos = table === 'cost_effects_v1' ? (requests * (requests - 1)) / 2 : 0;
      const [have, want] = [
        `${found?.rows} rows of ${found?.ids} requests, ${found?.nanos} nano-USD`,
        `${requests} rows of ${requests} requests, ${nanos} nano-USD`,
      ];
      report(`${table}: ${have}`);
      if (have !== want) faults.push(`${table} has ${have}, not ${want}`);
    }
    faults.push(...(await faultsOfLines(stage, workspaceId, requests * EVENTS)));
    return faults;
  } finally {
    await clickhouse.close();
  }
}

/** The faults of lines. Each line must be an event, a repetition of an event, or in quarantine. */
async function faultsOfLines({ pool, report }: Stage, workspaceId: string, events: number): Promise<string[]> {
  const { rows } = await pool.query<{ lines: number; aside: number; gaps: number; repeated: number }>(
    `SELECT (SELECT coalesce(sum(line_count), 0)::int FROM ingest_batches WHERE own_before ? $1) AS lines,
       (SELECT count(*)::int FROM ingest_quarantine JOIN ingest_batches USING (batch_id)
        WHERE own_before ? $1) AS aside,
       (SELECT count(*)::int FROM ingest_gaps WHERE workspace_id = $1) AS gaps,
       (SELECT coalesce(sum(upper(run) - lower(run)), 0)::int FROM ingest_batches, unnest(repeated) AS run
        WHERE own_before ? $1) AS repeated`,
    [workspaceId],
  );
  const { lines = 0, aside = 0, gaps = 0, repeated = 0 } = rows[0] ?? {};
  report(`${lines} lines were loaded: ${events} events, ${repeated} repetitions, ${aside} quarantined, ${gaps} gaps`);
  return [
    ...(aside + gaps > 0 ? [`${aside} lines were quarantined, and ${gaps} gaps are disclosed`] : []),
    ...(lines === events + repeated ? [] : [`${lines} lines are not ${events} events and ${repeated} repetitions`]),
  ];
}

function eventsOf(batch: number, requests: number): TrafficEvent[] {
  const first = batch * REQUESTS_OF_A_BATCH;
  const count = Math.min(REQUESTS_OF_A_BATCH, requests - first);
  return Array.from({ length: count }, (_, index) => requestEvents(first + index)).flat();
}

/** The events of a request that costs as many nano-USD as its number. */
function requestEvents(number: number): TrafficEvent[] {
  const at = new Date(FIRST_AT + number * APART_MS).toISOString();
  const id = `four-${number}`;
  const dimensions = { schema: 1, purpose: 'application', logical_request_id: id } as const;
  const served = { provider_id: 'provider', provider_model: 'model' };
  const ended = { terminal_at: at, status: 'succeeded', attempt_count: 1, streaming: false } as const;
  return [
    { event: 'request_admitted', ...dimensions, admitted_at: at, streaming: false },
    {
      event: 'attempt',
      ...dimensions,
      ...served,
      attempt_id: `${id}-1`,
      ordinal: 1,
      role: 'primary',
      route_changed: false,
      output_state: 'complete',
      usage_source: 'provider',
      usage_known: true,
      input_tokens: 10,
      output_tokens: 5,
      total_tokens: 15,
      dispatched_at: at,
    },
    {
      event: 'cost_effect',
      ...dimensions,
      ...served,
      effect_id: `${id}-cost`,
      effect_kind: 'settlement',
      attempt_id: `${id}-1`,
      occurred_at: at,
      price_state: 'priced',
      nanos: String(number),
    },
    { event: 'request_terminal', ...dimensions, admitted_at: at, ...ended },
  ];
}
