import type { Client } from '@temporalio/client';
import type pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../testing/wait-until.ts';
import { dispatcherWorkflowId, DISPATCH_WORKSPACE_WORKFLOW } from '../../workflows/public.ts';
import { cpuMs } from '../reports/cpu-meter.ts';
import { median } from '../reports/spread.ts';
import { processMemory } from '../soak/process-memory.ts';
import { countCommits } from './commits.ts';
import { dailyAt, makeSchedules, listWorkspaceIds, type BenchPeople, type ScheduleBatch } from './made-schedules.ts';
import { nudgeAllDispatchers } from './product-contender.ts';

const DAY_MS = 86_400_000;
const LOOK_MS = 3_000;
/** The processor time between two polls below which the server counts as idle, in milliseconds of one core. */
const QUIET_MS = LOOK_MS / 20;
const SETTLE_SECONDS = 300;
const PASSES = 5;

export interface IdleParts {
  readonly client: Client;
  readonly pool: pg.Pool;
  readonly people: BenchPeople;
  readonly pids: Readonly<Record<string, number>>;
  /** Runs one pass of the reconciler, like the worker. */
  readonly reconcile: () => Promise<void>;
}

/** Measures the cost of idle installations: without a schedule, and with all schedules of the batch due tomorrow. */
export async function measureIdle(
  parts: IdleParts,
  { seconds, ...batch }: ScheduleBatch & { seconds: number },
  report: (line: string) => void,
): Promise<void> {
  const { client, pool, people } = parts;
  const reportIdle = async (what: string): Promise<void> => {
    report(`  ${what}`);
    for (const line of await idleOf(parts, seconds)) report(`    ${line}`);
  };
  await untilQuiet(parts);
  report(`\nIdle for ${seconds} s`);
  await reportIdle('before them');
  const tomorrow = new Date(Math.ceil((Date.now() + DAY_MS) / 60_000) * 60_000);
  await makeSchedules(pool, people, batch, dailyAt(tomorrow));
  const began = performance.now();
  await nudgeAllDispatchers(pool, batch);
  const nudgedMs = performance.now() - began;
  const running = `WorkflowType = '${DISPATCH_WORKSPACE_WORKFLOW}' AND ExecutionStatus = 'Running'`;
  await waitUntil(async () => (await client.workflow.count(running)).count >= batch.workspaces, 60);
  await untilQuiet(parts);
  await reportIdle(`${batch.schedules} schedules of ${batch.workspaces} workspaces, due tomorrow`);
  const rate = (batch.workspaces / nudgedMs) * 1_000;
  report(`    dispatchers started at ${rate.toFixed(0)} a second; each has ${await eventsOf(client, batch)}`);
  await pool.query('DELETE FROM report_schedules WHERE workspace_id = ANY($1)', [listWorkspaceIds(batch)]);
}

async function idleOf({ pool, pids, reconcile }: IdleParts, seconds: number): Promise<string[]> {
  const spent = (): (readonly [string, number])[] =>
    Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid) ?? Number.NaN]);
  const [before, commitsBefore] = [new Map(spent()), await countCommits(pool)];
  await delay(seconds * 1_000);
  const committed = (await countCommits(pool)) - commitsBefore;
  const lines = spent().map(([name, ms]) => {
    const share = ((ms - (before.get(name) ?? 0)) / (seconds * 10)).toFixed(2);
    return `${name.padEnd(9)} ${processMemory(pids[name] ?? 0)
      .resident.toFixed(0)
      .padStart(4)} MiB, ${share} % of a core`;
  });
  const passes: number[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const began = performance.now();
    await reconcile();
    passes.push(performance.now() - began);
  }
  return [
    ...lines,
    `${(committed / seconds).toFixed(1)} commits of Postgres a second; a pass of the reconciler takes ${median(passes).toFixed(1)} ms`,
  ];
}

/** Waits until the server is nearly idle, because the last dispatcher sleeps. */
async function untilQuiet({ pids }: IdleParts): Promise<void> {
  const spent = (): number => cpuMs(pids['temporal'] ?? 0) ?? 0;
  await waitUntil(async () => {
    const before = spent();
    await delay(LOOK_MS);
    return spent() - before < QUIET_MS;
  }, SETTLE_SECONDS);
}

/** The lengths of the histories of a few dispatchers, which all did the same work. */
async function eventsOf(client: Client, batch: ScheduleBatch): Promise<string> {
  const lengths = await Promise.all(
    listWorkspaceIds(batch)
      .slice(0, 10)
      .map(async (id) => (await client.workflow.getHandle(dispatcherWorkflowId(id)).describe()).historyLength),
  );
  return `${Math.min(...lengths)} to ${Math.max(...lengths)} events`;
}
