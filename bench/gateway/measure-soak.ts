import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../testing/wait-until.ts';
import { fitTrend, type Trend } from '../soak/trend.ts';
import { Caller } from './caller.ts';
import type { Gateway, GatewayBenchWorld } from './gateway-bench-world.ts';
import { JournalTally } from './journal-tally.ts';
import { SCARCE_TAG, SOAK_CALLS, type SoakCall } from './soak-calls.ts';

/** The memory of the gateway at rest, after garbage collection. */
interface Sample {
  readonly minute: number;
  /** MiB of V8's heap in use. */
  readonly heapMib: number;
  /** MiB of resident memory outside that heap. */
  readonly besideMib: number;
  readonly files: number;
}

/**
 * Milliseconds between two samples of the memory. Earlier calls have ended by then, so the sample shows only what is
 * retained.
 */
const BOUT_MS = 10_000;
const MIB = 1_048_576;
const COLLECTION_MS = 1_000;
const RELOAD_SECONDS = 30;
/**
 * The maximum growth of flat memory: the rise of the trend line through the last half of the samples, as a share of its
 * start.
 */
const MAX_GROWTH = 0.1;
/** Seconds until idle connections to the provider are closed. */
const REST_SECONDS = 60;
/**
 * The number of open files that a gateway at rest may have more than before its first call: connections to Postgres.
 */
const MORE_FILES = 10;

/**
 * Sends all kinds of calls at full speed and changes the configuration from time to time. Neither the calls nor the
 * changes may leak memory or files.
 */
export async function measureSoak(
  world: GatewayBenchWorld,
  minutes: number,
  report: (line: string) => void,
): Promise<void> {
  const gateway = await world.startGateway('soaked', {
    limits: [{ id: 'scarce', node: `tag:${SCARCE_TAG.name}=${SCARCE_TAG.value}`, requests_per_minute: 60 }],
    ledger: { dimensions: { enabled: true } },
    cache: { enabled: true, memory_bytes: 2_097_152, max_bytes: 16_777_216 },
  });
  const tally = new JournalTally(gateway.journal);
  const reload = reloadsOf(gateway, world.token);
  const { files: filesAtRest } = await lookAt(gateway);
  const sent = SOAK_CALLS.map(() => 0);
  const samples: Sample[] = [];
  const startedAt = performance.now();
  for (let minute = 0; minute < minutes;) {
    const endsAt = performance.now() + BOUT_MS;
    const sending = SOAK_CALLS.flatMap((call, index) =>
      Array.from({ length: call.atOnce }, async () => {
        const caller = new Caller(gateway.origin, 1, { authorization: `Bearer ${world.token}` });
        while (performance.now() < endsAt) await call.send(caller, (sent[index]! += 1));
        await caller.close();
      }),
    );
    await Promise.all([...sending, reload()]);
    tally.takeClosed();
    minute = (performance.now() - startedAt) / 60_000;
    samples.push({ minute, ...(await lookAt(gateway)) });
  }
  report(`\n${minutes} minutes of all calls at full speed, ${samples.length} times with another configuration`);
  report(`  ${SOAK_CALLS.map(({ name }, index) => `${sent[index]} ${name}`).join(', ')}`);
  judge(samples, report);
  requireRows(tally, sent);
  await waitUntil(async () => (await lookAt(gateway)).files <= filesAtRest + MORE_FILES, REST_SECONDS);
}

/** Switches the gateway to another configuration, and waits until calls use it. */
function reloadsOf({ origin, configuration, pid }: Gateway, token: string): () => Promise<void> {
  const first = readFileSync(configuration, 'utf8');
  const headers = { authorization: `Bearer ${token}` };
  let reloads = 0;
  return async () => {
    reloads += 1;
    const model = `gpt-of-reload-${reloads}`;
    writeFileSync(configuration, first.replace('"gpt-*"', `"gpt-*","${model}"`));
    process.kill(pid, 'SIGHUP');
    const isServed = async (): Promise<boolean> =>
      (await (await fetch(`${origin}/v1/models`, { headers })).text()).includes(`"${model}"`);
    await waitUntil(isServed, RELOAD_SECONDS);
  };
}

async function lookAt({ pid, metrics }: Gateway): Promise<Omit<Sample, 'minute'>> {
  process.kill(pid, 'SIGWINCH');
  await delay(COLLECTION_MS);
  const text = await (await fetch(metrics)).text();
  const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  const besideBytes = valueOf('process_resident_memory_bytes') - valueOf('nodejs_heap_size_total_bytes');
  return {
    heapMib: valueOf('nodejs_heap_size_used_bytes') / MIB,
    besideMib: besideBytes / MIB,
    files: valueOf('process_open_fds'),
  };
}

function requireRows(tally: JournalTally, sent: readonly number[]): void {
  const sum = (rows: readonly SoakCall['leavesRow'][]): number =>
    SOAK_CALLS.reduce((all, { leavesRow }, index) => all + (rows.includes(leavesRow) ? (sent[index] ?? 0) : 0), 0);
  tally.requireRequests(sum([true]), sum([true, 'maybe']));
}

function judge(samples: readonly Sample[], report: (line: string) => void): void {
  const trend = (held: (sample: Sample) => number): Trend =>
    fitTrend(samples.map((sample) => ({ minute: sample.minute, held: held(sample) })));
  const trends = {
    'MiB of the heap': trend(({ heapMib }) => heapMib),
    'MiB beside it': trend(({ besideMib }) => besideMib),
    'open files': trend(({ files }) => files),
  };
  const figures = Object.entries(trends).map(([name, { from, to }]) => `${from.toFixed(0)} → ${to.toFixed(0)} ${name}`);
  report(`  at rest: ${figures.join(', ')}`);
  for (const [name, { from, to }] of Object.entries(trends))
    assert.ok(to - from < MAX_GROWTH * from, `from ${from.toFixed(1)} to ${to.toFixed(1)} ${name}`);
}
