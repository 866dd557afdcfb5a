import { cpuMs } from '../reports/cpu-meter.ts';
import { median, quantile } from '../reports/spread.ts';
import { Caller } from './caller.ts';
import type { GatewayBenchWorld } from './gateway-bench-world.ts';
import { JournalTally } from './journal-tally.ts';
import { streamedCall, type Wire } from './played-calls.ts';
import type { Contender } from './start-contender.ts';
import { requestLatency, frameLatencies, requireWholeStream } from './stream-check.ts';

export interface StreamRounds {
  /** The number of sequential streams through each contender in a round. */
  readonly streams: number;
  /** Seconds of parallel streams through each contender in a round. */
  readonly seconds: number;
  readonly rounds: number;
}

const WIRES: readonly Wire[] = ['openai', 'anthropic'];
const SHORT = { frames: 3, everyMs: 2 } as const;
const AT_ONCE = 128;
const FRAME_EVERY_MS = 20;
/**
 * The number of warm-up streams of each contender, and how many of them run in parallel. Until then, V8 compiles on
 * other threads, which take the core from the serving thread for 1 to 4 ms.
 */
const WARM = 6_000;
const WARM_AT_ONCE = 8;

/** One contender: the provider itself, the bare proxy or the gateway. */
interface Streaming {
  readonly contender: Contender;
  readonly caller: Caller;
  /** Microseconds of transfer until the first frame, both ways, without the provider's own wait. */
  readonly first: number[][];
  /** The delays of the frames of parallel streams. */
  readonly frames: number[];
  readonly cpuMicros: number[];
}

/**
 * The delay that the gateway adds to the first frame of a stream and to later ones, and the number of frames that one
 * core passes on.
 */
export async function measureStreams(
  world: GatewayBenchWorld,
  { streams, seconds, rounds }: StreamRounds,
  report: (line: string) => void,
): Promise<void> {
  const gateway = await world.startGateway('governed streams');
  const headers = { authorization: `Bearer ${world.token}` };
  const all = [world.provider, await world.startBare(), gateway].map((contender): Streaming => {
    const caller = new Caller(contender.origin, AT_ONCE, headers);
    return { contender, caller, first: [], frames: [], cpuMicros: [] };
  });
  for (const streaming of all) await warmUp(streaming);
  for (let round = 0; round < rounds; round += 1) await streamInTurns(all, streams);
  // Parallel streams run last, because V8 would otherwise optimize for them and recompile during the sequential
  // streams.
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < all.length; turn += 1) await streamMany(all[(turn + round) % all.length]!, seconds);
  }
  for (const { caller } of all) await caller.close();
  new JournalTally(gateway.journal).requireRequests(WARM + rounds * (streams + AT_ONCE));
  report(
    `\n${rounds} rounds: ${streams} streams one after the other, then ${AT_ONCE} at once with a frame each ${FRAME_EVERY_MS} ms`,
  );
  for (const line of linesOf(all)) report(line);
}

async function warmUp(streaming: Streaming): Promise<void> {
  let begun = 0;
  const streamOn = async (): Promise<void> => {
    while (begun < WARM) await streamOne(streaming, WIRES[(begun += 1) % WIRES.length]!);
  };
  await Promise.all(Array.from({ length: WARM_AT_ONCE }, streamOn));
}

/** Sends one stream through each contender in turn, so that other work of the machine affects all equally. */
async function streamInTurns(all: readonly Streaming[], streams: number): Promise<void> {
  const first = all.map((): number[] => []);
  for (let count = 0; count < streams; count += 1)
    for (let turn = 0; turn < all.length; turn += 1) {
      const index = (turn + count) % all.length;
      first[index]!.push(await streamOne(all[index]!, WIRES[count % WIRES.length]!));
    }
  for (const [index, micros] of first.entries()) all[index]!.first.push(micros);
}

async function streamOne({ caller }: Streaming, wire: Wire): Promise<number> {
  let firstBack: number | undefined;
  const answer = await caller.send(streamedCall(wire, SHORT), {
    onPiece: (piece, at) => void (firstBack ??= frameLatencies(piece, at)[0]),
  });
  requireWholeStream(answer, wire, SHORT.frames);
  return requestLatency(answer) + (firstBack ?? Number.NaN);
}

async function streamMany({ contender, caller, frames, cpuMicros }: Streaming, seconds: number): Promise<void> {
  const pace = { frames: Math.ceil((seconds * 1_000) / FRAME_EVERY_MS), everyMs: FRAME_EVERY_MS };
  const cpuBefore = cpuMs(contender.pid) ?? Number.NaN;
  const stream = async (wire: Wire): Promise<void> => {
    const onPiece = (piece: Buffer, at: number): undefined => void frames.push(...frameLatencies(piece, at));
    requireWholeStream(await caller.send(streamedCall(wire, pace), { onPiece }), wire, pace.frames);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => stream(WIRES[index % WIRES.length]!)));
  cpuMicros.push((((cpuMs(contender.pid) ?? Number.NaN) - cpuBefore) * 1_000) / (AT_ONCE * pace.frames));
}

function linesOf(all: readonly Streaming[]): string[] {
  const [direct, bare, gateway] = all as readonly [Streaming, Streaming, Streaming];
  const at = (values: readonly number[], share: number): string => quantile(values, share).toFixed(0);
  const medianText = (ofRounds: readonly number[]): string => median(ofRounds).toFixed(0);
  const ofFirst = ({ first }: Streaming, share: number): string =>
    medianText(first.map((micros) => quantile(micros, share)));
  const added = ({ first }: Streaming, share: number): string =>
    medianText(first.map((micros, round) => quantile(micros, share) - quantile(direct.first[round] ?? [], share)));
  return [
    ...all.map((streaming) =>
      [
        streaming.contender.name.padEnd(20),
        `first frame ${ofFirst(streaming, 0.5)} µs on its way (p50), ${ofFirst(streaming, 0.99)} (p99)`,
        `any frame of many ${at(streaming.frames, 0.5)} and ${at(streaming.frames, 0.99)}`,
        `${median(streaming.cpuMicros).toFixed(1)} µs of a core a frame`,
      ].join('  '),
    ),
    `added to the first frame: bare ${added(bare, 0.5)} µs (p50), ${added(bare, 0.99)} (p99); governed ${added(gateway, 0.5)} and ${added(gateway, 0.99)} (goal 1000)`,
    `a core passes on ${(1e6 / median(gateway.cpuMicros)).toFixed(0)} frames a second, ${(median(bare.cpuMicros) / median(gateway.cpuMicros)).toFixed(2)} of bare`,
  ];
}
