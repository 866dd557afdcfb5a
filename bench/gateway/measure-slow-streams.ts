import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../reports/spread.ts';
import { processMemory } from '../soak/process-memory.ts';
import { Caller } from './caller.ts';
import type { GatewayBenchWorld } from './gateway-bench-world.ts';
import { JournalTally } from './journal-tally.ts';
import { PLAIN_ANSWER, plainCall, streamedCall, type Wire } from './played-calls.ts';
import type { Contender } from './start-contender.ts';
import { requireWholeStream } from './stream-check.ts';

const WIRES: readonly Wire[] = ['openai', 'anthropic'];
const FRAMES = 30;
/** The range of paces. Each stream has a different pace, so that frames do not arrive at the same moment. */
const PACES = { fromMs: 900, of: 200 } as const;
const WARM = 100;
/** Milliseconds of sequential plain calls, with and without the streams. */
const CALLS_MS = 10_000;
const COLLECTION_MS = 1_000;

/**
 * Measures the memory of many parallel slow streams, and their effect on other calls.
 * @param slow the number of parallel streams
 */
export async function measureSlowStreams(
  world: GatewayBenchWorld,
  slow: number,
  report: (line: string) => void,
): Promise<void> {
  const gateway = await world.startGateway('governed, slow streams');
  const headers = { authorization: `Bearer ${world.token}` };
  report(`\n${slow} concurrent streams of ${FRAMES} frames, one frame per second`);
  let calls = 0;
  for (const contender of [await world.startBare(), gateway]) {
    const looked = await lookAt(contender, headers, slow);
    if (contender === gateway) calls = looked.calls;
    report(`${contender.name.padEnd(24)}  ${looked.line}`);
  }
  new JournalTally(gateway.journal).requireRequests(calls);
}

async function lookAt(
  contender: Contender,
  headers: Readonly<Record<string, string>>,
  slow: number,
): Promise<{ readonly calls: number; readonly line: string }> {
  await stream(contender, headers, WARM, 3);
  const before = await memoryOf(contender);
  const without = await callOneByOne(contender, headers);
  const streaming = stream(contender, headers, slow, FRAMES);
  // By now, the first frame of each stream has arrived.
  await delay(2 * (PACES.fromMs + PACES.of));
  const withStreams = await callOneByOne(contender, headers);
  const during = await memoryOf(contender);
  await streaming;
  const after = await memoryOf(contender);
  const spread = (micros: readonly number[]): string =>
    `${quantile(micros, 0.5).toFixed(0)} µs (p50), ${quantile(micros, 0.99).toFixed(0)} (p99)`;
  const line = [
    `${(((during - before) * 1_024) / slow).toFixed(1)} KiB for each`,
    `${before.toFixed(0)} MiB before, ${during.toFixed(0)} with them, ${after.toFixed(0)} behind them`,
    `another call takes ${spread(withStreams)}, without them ${spread(without)}`,
  ].join('; ');
  return { calls: WARM + slow + without.length + withStreams.length, line };
}

/** Opens streams at the same moment, and compares each stream with the stream that the provider sent. */
async function stream(
  { origin }: Contender,
  headers: Readonly<Record<string, string>>,
  streams: number,
  frames: number,
): Promise<void> {
  const caller = new Caller(origin, streams, headers);
  const all = Array.from({ length: streams }, async (_, index) => {
    const wire = WIRES[index % WIRES.length]!;
    const everyMs = PACES.fromMs + (index % PACES.of);
    requireWholeStream(await caller.send(streamedCall(wire, { frames, everyMs })), wire, frames);
  });
  await Promise.all(all);
  await caller.close();
}

/** Sends plain calls one after the other; returns the microseconds of each. */
async function callOneByOne({ origin }: Contender, headers: Readonly<Record<string, string>>): Promise<number[]> {
  const caller = new Caller(origin, 1, headers);
  const took: number[] = [];
  for (const startedAt = performance.now(); performance.now() - startedAt < CALLS_MS;) {
    const { status, body, sentAt, endedAt } = await caller.send(plainCall());
    if (status !== 200 || !body.equals(PLAIN_ANSWER)) throw new Error(`A call was answered ${status}.`);
    took.push(endedAt - sentAt);
  }
  await caller.close();
  return took;
}

/** The memory of a process in MiB, after a garbage collection. */
async function memoryOf({ pid }: Contender): Promise<number> {
  process.kill(pid, 'SIGWINCH');
  await delay(COLLECTION_MS);
  return processMemory(pid).heap;
}
