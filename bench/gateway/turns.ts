import { strict as assert } from 'node:assert';
import { cpuMs } from '../reports/cpu-meter.ts';
import { median } from '../reports/spread.ts';
import { Caller, type Answer } from './caller.ts';
import { PLAIN_ANSWER, plainCall } from './played-calls.ts';
import type { Contender } from './start-contender.ts';

export const CONCURRENT_CALLS = 32;
export const PLAIN_CALL = plainCall();
/** The number of sequential calls in each round. */
const ALONE = 500;

/** One contender, and its results in each round. */
export interface ContenderRounds {
  readonly contender: Contender;
  readonly headers: Readonly<Record<string, string>>;
  /** Throws if an answer is not the provider's. */
  readonly check: (answer: Answer) => void;
  readonly perSecond: number[];
  readonly cpuMicros: number[];
  readonly aloneMicros: number[];
  sent: number;
}

export function createContenderRounds(
  contender: Contender,
  headers: ContenderRounds['headers'],
  check: ContenderRounds['check'],
): ContenderRounds {
  return { contender, headers, check, perSecond: [], cpuMicros: [], aloneMicros: [], sent: 0 };
}

export async function measureTurn(turns: ContenderRounds, seconds: number): Promise<void> {
  const { pid } = turns.contender;
  const [cpuBefore, startedAt, before] = [cpuMs(pid) ?? Number.NaN, performance.now(), turns.sent];
  await sendCalls(turns, CONCURRENT_CALLS, createDeadlineCheck(seconds));
  const [took, calls] = [performance.now() - startedAt, turns.sent - before];
  turns.perSecond.push((calls * 1_000) / took);
  turns.cpuMicros.push((((cpuMs(pid) ?? Number.NaN) - cpuBefore) * 1_000) / calls);
  const until = turns.sent + ALONE;
  turns.aloneMicros.push(median(await sendCalls(turns, 1, () => turns.sent < until)));
}

export function createDeadlineCheck(seconds: number): () => boolean {
  const startedAt = performance.now();
  return () => performance.now() - startedAt < seconds * 1_000;
}

/** Sends calls, `atOnce` in parallel, while `goesOn` returns true; returns the microseconds of each. */
export async function sendCalls(turns: ContenderRounds, atOnce: number, goesOn: () => boolean): Promise<number[]> {
  const caller = new Caller(turns.contender.origin, atOnce, turns.headers);
  const took: number[] = [];
  const call = async (): Promise<void> => {
    while (goesOn()) {
      turns.sent += 1;
      const answer = await caller.send(PLAIN_CALL);
      took.push(answer.endedAt - answer.sentAt);
      turns.check(answer);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, call));
  await caller.close();
  return took;
}

/** Throws unless the answer is that of the provider, byte for byte. */
export function requirePlainAnswer({ status, body }: Answer): void {
  assert.ok(status === 200 && body.equals(PLAIN_ANSWER), `status ${status}, ${body.length} bytes`);
}
