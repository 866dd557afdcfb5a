import { strict as assert } from 'node:assert';
import { cpuMs } from '../reports/cpu-meter.ts';
import { median } from '../reports/spread.ts';
import { Caller, type Answer } from './caller.ts';
import { PLAIN_ANSWER, plainCall } from './played-calls.ts';
import type { Contender } from './start-contender.ts';

export const AT_ONCE = 32;
export const CALL = plainCall();
/** The number of sequential calls in each round. */
const ALONE = 500;

/** One contender, and its results in each round. */
export interface Turns {
  readonly contender: Contender;
  readonly headers: Readonly<Record<string, string>>;
  /** Throws if an answer is not the provider's. */
  readonly check: (answer: Answer) => void;
  readonly perSecond: number[];
  readonly cpuMicros: number[];
  readonly aloneMicros: number[];
  sent: number;
}

export function turnsOf(contender: Contender, headers: Turns['headers'], check: Turns['check']): Turns {
  return { contender, headers, check, perSecond: [], cpuMicros: [], aloneMicros: [], sent: 0 };
}

export async function takeTurn(turns: Turns, seconds: number): Promise<void> {
  const { pid } = turns.contender;
  const [cpuBefore, startedAt, before] = [cpuMs(pid) ?? Number.NaN, performance.now(), turns.sent];
  await send(turns, AT_ONCE, lasting(seconds));
  const [took, calls] = [performance.now() - startedAt, turns.sent - before];
  turns.perSecond.push((calls * 1_000) / took);
  turns.cpuMicros.push((((cpuMs(pid) ?? Number.NaN) - cpuBefore) * 1_000) / calls);
  const until = turns.sent + ALONE;
  turns.aloneMicros.push(median(await send(turns, 1, () => turns.sent < until)));
}

export function lasting(seconds: number): () => boolean {
  const startedAt = performance.now();
  return () => performance.now() - startedAt < seconds * 1_000;
}

/** Sends calls, `atOnce` in parallel, while `goesOn` returns true; returns the microseconds of each. */
export async function send(turns: Turns, atOnce: number, goesOn: () => boolean): Promise<number[]> {
  const caller = new Caller(turns.contender.origin, atOnce, turns.headers);
  const took: number[] = [];
  const call = async (): Promise<void> => {
    while (goesOn()) {
      turns.sent += 1;
      const answer = await caller.send(CALL);
      took.push(answer.endedAt - answer.sentAt);
      turns.check(answer);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, call));
  await caller.close();
  return took;
}

/** Throws unless the answer is that of the provider, byte for byte. */
export function sameBytes({ status, body }: Answer): void {
  assert.ok(status === 200 && body.equals(PLAIN_ANSWER), `status ${status}, ${body.length} bytes`);
}
