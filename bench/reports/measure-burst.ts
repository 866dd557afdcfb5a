import type { Client } from '@temporalio/client';
import type pg from 'pg';
import { waitUntil } from '../../testing/wait-until.ts';
import { cpuMs } from './cpu-meter.ts';
import type { RunContender, StartedRun } from './run-contender.ts';
import type { SettledListener } from './settled.ts';
import { median, medianRatio } from './spread.ts';

/** The number of callers. Each waits for an answer before its next call. */
const CALLERS = 20;
const MIN_RATIO = 0.8;

interface Burst {
  readonly acceptedMs: number;
  readonly settledMs: number;
  readonly closedMs: number;
  /** The processor time in milliseconds, by process. */
  readonly cpu: Readonly<Record<string, number | undefined>>;
}

interface Parts {
  readonly client: Client;
  readonly listener: SettledListener;
  readonly pool: pg.Pool;
  /** The processes whose processor time is reported, by name. */
  readonly pids: Readonly<Record<string, number>>;
}

/**
 * Measures bursts of parallel runs, with the contenders in turns, from the first call until the last workflow is
 * closed.
 */
export async function measureBursts(
  contenders: readonly RunContender[],
  parts: Parts,
  { runs, rounds }: { runs: number; rounds: number },
  report: (line: string) => void,
): Promise<void> {
  const bursts = contenders.map((): Burst[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      bursts[index]?.push(await burst(contender, parts, `burst ${round}`, runs));
    }
  }
  report(`\n${runs} concurrent runs, ${rounds} alternating rounds, medians`);
  for (const [index, { name }] of contenders.entries()) {
    const own = bursts[index] ?? [];
    const rates = own.map(({ closedMs }) => (runs / closedMs) * 1_000);
    const ratio = medianRatio(
      rates,
      (bursts[0] ?? []).map(({ closedMs }) => (runs / closedMs) * 1_000),
    );
    report(
      `  ${name.padEnd(14)} ${median(rates).toFixed(1).padStart(6)} a second  ${ratio.toFixed(2)} × (at least ${MIN_RATIO})` +
        `  all accepted ${inSeconds(own, 'acceptedMs')}, settled ${inSeconds(own, 'settledMs')}, closed ${inSeconds(own, 'closedMs')}`,
    );
    const cpu = Object.keys(parts.pids).map((process) => {
      const spent = median(own.map((one) => one.cpu[process] ?? Number.NaN)) / runs;
      return `${process} ${spent.toFixed(1)} ms`;
    });
    report(`  ${''.padEnd(14)} processor time of one: ${cpu.join(', ')}`);
  }
}

function inSeconds(bursts: readonly Burst[], end: 'acceptedMs' | 'settledMs' | 'closedMs'): string {
  return `${(median(bursts.map((one) => one[end])) / 1_000).toFixed(1)} s`;
}

async function burst(contender: RunContender, parts: Parts, label: string, count: number): Promise<Burst> {
  const { client, listener, pool, pids } = parts;
  const spent = (): [string, number | undefined][] => Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid)]);
  const before = Object.fromEntries(spent());
  const began = performance.now();
  const started: StartedRun[] = [];
  let next = 0;
  const call = async (): Promise<void> => {
    while (next < count) started.push(await contender.start(`${label} ${(next += 1)}`));
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const acceptedMs = performance.now() - began;
  await Promise.all(started.map(({ id }) => listener.of(id)));
  const settledMs = performance.now() - began;
  const query = `WorkflowType = '${contender.workflow}' AND ExecutionStatus = 'Running'`;
  await waitUntil(async () => (await client.workflow.count(query)).count === 0, 300);
  const closedMs = performance.now() - began;
  const cpu = Object.fromEntries(spent().map(([name, ms]) => [name, ms && ms - (before[name] ?? 0)]));
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM report_runs JOIN report_answers USING (run_id)
     WHERE run_id = ANY($1) AND state = 'ready' AND attempt = 1`,
    [started.map(({ id }) => id)],
  );
  const stored = rows[0]?.count;
  const expected = contender.workflow === 'noOp' ? 0 : count;
  if (stored !== expected) throw new Error(`${stored ?? 0} runs are ready at their first attempt, not ${expected}.`);
  return { acceptedMs, settledMs, closedMs, cpu };
}
