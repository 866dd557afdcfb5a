import { strict as assert } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import { createManagementTokenStore } from '../../store/management/management-token-store.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { cpuMs } from '../reports/cpu-meter.ts';
import { median, medianRatio, quantile } from '../reports/spread.ts';
import { processMemory } from '../soak/process-memory.ts';
import { Caller } from './caller.ts';
import { GENERATED_ENVIRONMENT, generateDecisions } from './decision-generator.ts';
import { openFullReader, openSlowReader, type DecisionReader } from './decision-readers.ts';
import type { GatewayBenchWorld } from './gateway-bench-world.ts';
import { PLAIN_ANSWER, plainCall } from './played-calls.ts';
import type { Contender } from './start-contender.ts';

/** Generated calls a second, and readers that read 1 KiB a second. */
const PER_SECOND = 10_000;
const READERS = 50;

/** A credential may have so many streams. */
const STREAMS_OF_TOKEN = 4;

const COLLECTION_MS = 1_000;
const SETTLE_SECONDS = 30;

/** The maximum of the median ratios of a round with readers to the round before it without readers. */
const MAX_LATENCY_RATIO = 1.25;
const MAX_CPU_RATIO = 1.1;

/** The maximum memory of the API with readers, as a multiple of the first round with readers. */
const MAX_GROWTH = 1.1;

interface DecisionRounds {
  /** Seconds of a round with readers, and of one without. */
  readonly seconds: number;
  readonly rounds: number;
}

/** The latency of each call in microseconds, and the processor time of the gateway in microseconds a call. */
interface Turn {
  readonly took: readonly number[];
  readonly cpuMicros: number;
}

/**
 * Measures the effect of readers of live decisions on the gateway. An API process reads a journal into which 10,000
 * generated calls a second are written. Each round with 50 slow readers follows a round without readers, and each pair
 * gives a ratio. One more reader reads everything, and must get each call or its count.
 */
export async function measureDecisions(
  world: GatewayBenchWorld,
  { seconds, rounds }: DecisionRounds,
  report: (line: string) => void,
): Promise<void> {
  const gateway = await world.startGateway('live decisions');
  const api = await world.startApi(gateway);
  const tokens = await makeTokens(world.databaseUrl, Math.ceil((READERS + 1) / STREAMS_OF_TOKEN));
  const url = `${api.managementUrl}/tt/api/v1/decisions/stream?environment_id=${GENERATED_ENVIRONMENT}`;
  const generator = generateDecisions(gateway.journal, PER_SECOND);
  const [alone, watched]: [Turn[], Turn[]] = [[], []];
  const memory: number[] = [];
  try {
    await measureTurn(gateway, world.token, seconds);
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await measureTurn(gateway, world.token, seconds));
      const full = await openFullReader(url, tokens.at(-1) ?? '');
      const slow = await openReaders(url, tokens);
      watched.push(await measureTurn(gateway, world.token, seconds));
      memory.push(await memoryOf(api));
      const { written } = generator;
      await waitUntil(() => Promise.resolve(full.last >= written - 1), SETTLE_SECONDS);
      assert.equal(full.counted, full.last - full.first + 1, 'each call was sent or counted');
      for (const reader of [...slow, full]) reader.close();
    }
  } finally {
    await generator.stop();
  }
  const latencies = (turns: readonly Turn[], share: number): number[] => turns.map(({ took }) => quantile(took, share));
  const ratios = [0.5, 0.99].map((share) => medianRatio(latencies(watched, share), latencies(alone, share)));
  const cpu = medianRatio(
    watched.map(({ cpuMicros }) => cpuMicros),
    alone.map(({ cpuMicros }) => cpuMicros),
  );
  report(`\n${PER_SECOND} generated calls a second, ${READERS} slow readers of live decisions, ${rounds} rounds`);
  report(`a call takes ${median(latencies(alone, 0.5)).toFixed(0)} µs without readers`);
  report(`with readers: ${ratios.map((ratio) => ratio.toFixed(2)).join(' × (p50), ')} × (p99)`);
  report(`processor time of the gateway for a call with readers: ${cpu.toFixed(2)} ×`);
  report(`memory of the API with readers: ${memory.map((mib) => mib.toFixed(0)).join(', ')} MiB`);
  assert.ok((ratios[0] ?? Infinity) <= MAX_LATENCY_RATIO, 'calls take longer with readers');
  assert.ok(cpu <= MAX_CPU_RATIO, 'calls use more processor time with readers');
  assert.ok((memory.at(-1) ?? 0) <= (memory[0] ?? 0) * MAX_GROWTH, 'the memory of the API grows');
}

function openReaders(url: string, tokens: readonly string[]): Promise<DecisionReader[]> {
  return Promise.all(
    Array.from({ length: READERS }, (_, index) =>
      openSlowReader(url, tokens[Math.floor(index / STREAMS_OF_TOKEN)] ?? ''),
    ),
  );
}

async function makeTokens(databaseUrl: string, count: number): Promise<string[]> {
  const pool = createPool(databaseUrl);
  const store = createManagementTokenStore(pool, { now: () => new Date() });
  const made: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const rights = { role: 'viewer', scopes: ['analytics:read'], expiresAt: undefined } as const;
    made.push((await store.make({ label: `reader ${number}`, ...rights })).token);
  }
  await pool.end();
  return made;
}

/** Sends plain calls one after the other. */
async function measureTurn({ origin, pid }: Contender, token: string, seconds: number): Promise<Turn> {
  const caller = new Caller(origin, 1, { authorization: `Bearer ${token}` });
  const took: number[] = [];
  const [cpuBefore, startedAt] = [cpuMs(pid) ?? Number.NaN, performance.now()];
  while (performance.now() - startedAt < seconds * 1_000) {
    const { status, body, sentAt, endedAt } = await caller.send(plainCall());
    assert.ok(status === 200 && body.equals(PLAIN_ANSWER), `status ${status}, ${body.length} bytes`);
    took.push(endedAt - sentAt);
  }
  const cpuMicros = (((cpuMs(pid) ?? Number.NaN) - cpuBefore) * 1_000) / took.length;
  await caller.close();
  return { took, cpuMicros };
}

/** The memory of a process in MiB, after a garbage collection. */
async function memoryOf({ pid }: Contender): Promise<number> {
  process.kill(pid, 'SIGWINCH');
  await delay(COLLECTION_MS);
  return processMemory(pid).heap;
}
