import type { Client } from '@temporalio/client';
import { readEventTypes, waitForResult, type RunContender, type StartedRun } from './run-contender.ts';
import type { SettledListener } from './settled.ts';
import { medianRatio, formatSpread } from './spread.ts';

const WARM_UP = 20;
const MAX_RATIO = 1.15;

interface Taken {
  readonly settled: number[];
  readonly closed: number[];
}

/**
 * Measures sequential runs, with the contenders in turns. Both kinds are observed in the same way: a notification of
 * Postgres shows the end of the activity, and the workflow's result shows its end.
 */
export async function measureLatency(
  contenders: readonly RunContender[],
  { client, listener }: { client: Client; listener: SettledListener },
  times: number,
  report: (line: string) => void,
): Promise<void> {
  const taken = contenders.map((): Taken => ({ settled: [], closed: [] }));
  const events: string[][] = [];
  for (let number = -WARM_UP; number < times; number += 1) {
    for (const [index, contender] of contenders.entries()) {
      const run = await contender.start(`${contender.name} ${number}`);
      const settled = await listener.of(run.id);
      await requireAnswered(client, run);
      const closed = performance.now();
      events[index] ??= await readEventTypes(client, run);
      if (number < 0) continue;
      taken[index]?.settled.push(settled - run.began);
      taken[index]?.closed.push(closed - run.began);
    }
  }
  print(contenders, taken, times, report);
  for (const [index, { name }] of contenders.entries()) report(`  ${name}: ${events[index]?.length ?? 0} events`);
}

function print(
  contenders: readonly RunContender[],
  taken: readonly Taken[],
  times: number,
  report: (line: string) => void,
): void {
  report(`\nOne run at a time, ${times} alternating rounds`);
  for (const end of ['settled', 'closed'] as const) {
    const first = taken[0]?.[end] ?? [];
    for (const [index, { name }] of contenders.entries()) {
      const values = taken[index]?.[end] ?? [];
      report(
        `  ${end.padEnd(8)} ${name.padEnd(24)} ${formatSpread(values)}  ${medianRatio(values, first).toFixed(2)} × (at most ${MAX_RATIO})`,
      );
    }
  }
}

async function requireAnswered(client: Client, run: StartedRun): Promise<void> {
  const { state } = await waitForResult(client, run);
  if (state !== 'ready' && state !== 'partial') throw new Error(`${run.id} ended ${state}.`);
}
