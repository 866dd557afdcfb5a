import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMs } from '../reports/cpu-meter.ts';
import { median, medianRatio } from '../reports/spread.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { countCommits } from './commits.ts';
import type { DueContender } from './due-contender.ts';
import { listWorkspaceIds, type ScheduleBatch } from './made-schedules.ts';
import { waitUntilInstant } from './due-instant.ts';

const MIN_RATIO = 0.8;
const WORKSPACE_KEY = defineSearchAttributeKey(SEARCH_ATTRIBUTES.workspaceId.name, SearchAttributeType.KEYWORD);
const ROUND_SECONDS = 600;
const LOOK_MS = 500;

export interface DueParts {
  readonly client: Client;
  readonly pool: pg.Pool;
  /** The processes whose processor time is reported, by name. */
  readonly pids: Readonly<Record<string, number>>;
}

interface Round {
  readonly rate: number;
  /** The maximum number of parallel workflows of one workspace, by Temporal's own times. */
  readonly maxAtOnce: number;
  /** The number of history events for one occurrence, with its part of the dispatcher's history. */
  readonly events: number;
  readonly historyBytes: number;
  /** The processor time of one occurrence in milliseconds, by process. */
  readonly cpu: Readonly<Record<string, number>>;
  /** The number of committed transactions for one occurrence. */
  readonly commits: number;
  readonly note: string;
}

/**
 * Measures schedules that are due in the same second, with the contenders in turns. The time is from that second until
 * the last workflow of an occurrence is closed. Everything that waits for that second sleeps before it. The first
 * contender is the control.
 */
export async function measureDue(
  contenders: readonly DueContender[],
  parts: DueParts,
  { rounds, ...size }: Omit<ScheduleBatch, 'first'> & { rounds: number; first: number },
  report: (line: string) => void,
): Promise<void> {
  const taken = contenders.map((): Round[] => []);
  let { first } = size;
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      if (contender.isAside === true && round > 0) continue;
      const taking = await runRound(contender, parts, { ...size, first });
      report(`round ${round + 1}: ${contender.name}, ${taking.rate.toFixed(1)} a second`);
      taken[index]?.push(taking);
      first += size.workspaces;
    }
  }
  report(
    `\n${size.schedules} schedules of ${size.workspaces} workspaces due in the same second, end to end; ${rounds} alternating rounds`,
  );
  const control = (taken[0] ?? []).map(({ rate }) => rate);
  for (const [index, { name }] of contenders.entries()) {
    const own = taken[index] ?? [];
    const rates = own.map(({ rate }) => rate);
    const goal = name === 'schedules' ? ` (at least ${MIN_RATIO})` : '';
    report(
      `  ${name.padEnd(20)}${median(rates).toFixed(1).padStart(6)} a second  ${medianRatio(rates, control).toFixed(2)} ×${goal}` +
        `  of one workspace at once: at most ${Math.max(...own.map(({ maxAtOnce }) => maxAtOnce))}  ${own.at(-1)?.note ?? ''}`,
    );
    const cpu = Object.keys(parts.pids).map(
      (process) => `${process} ${median(own.map((one) => one.cpu[process] ?? Number.NaN)).toFixed(1)} ms`,
    );
    const of = (what: 'commits' | 'events' | 'historyBytes'): number => median(own.map((one) => one[what]));
    report(
      `  ${''.padEnd(20)}of one: ${cpu.join(', ')} of processor time; ${of('events').toFixed(0)} events of ` +
        `${(of('historyBytes') / 1_024).toFixed(1)} KiB; ${of('commits').toFixed(1)} commits of Postgres`,
    );
  }
}

async function runRound(contender: DueContender, parts: DueParts, batch: ScheduleBatch): Promise<Round> {
  const { client, pool, pids } = parts;
  const dueAt = new Date(Math.ceil((Date.now() + contender.preparationSeconds(batch) * 1_000) / 1_000) * 1_000);
  const closed = `WorkflowType = '${contender.workflow}' AND ExecutionStatus = 'Completed'`;
  const before = (await client.workflow.count(closed)).count;
  const note = await contender.prepare(batch, dueAt);
  await waitUntilInstant(dueAt);
  const spent = (): Map<string, number> =>
    new Map(Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid) ?? NaN]));
  const [cpuBefore, commitsBefore] = [spent(), await countCommits(pool)];
  // The bench polls twice a second, because a count costs the server some milliseconds.
  while ((await client.workflow.count(closed)).count - before < batch.schedules) {
    if (Date.now() - dueAt.getTime() > ROUND_SECONDS * 1_000) throw new Error(`${contender.name} has not ended.`);
    await delay(LOOK_MS);
  }
  const rate = batch.schedules / ((Date.now() - dueAt.getTime()) / 1_000);
  const cpu = Object.fromEntries(
    [...spent()].map(([name, ms]) => [name, (ms - (cpuBefore.get(name) ?? 0)) / batch.schedules]),
  );
  const committed = ((await countCommits(pool)) - commitsBefore) / batch.schedules;
  await contender.verify(batch, dueAt);
  const seen = await closedWorkflows(client, `${closed} AND StartTime >= '${dueAt.toISOString()}'`, batch.schedules);
  return {
    rate,
    maxAtOnce: maxAtOnceOf(seen),
    ...(await historyOf(client, contender, batch, seen)),
    cpu,
    commits: committed,
    note: note ?? '',
  };
}

/**
 * Lists the workflows of a query.
 * @throws Error unless Temporal lists exactly `expected` workflows
 */
async function closedWorkflows(client: Client, query: string, expected: number): Promise<WorkflowExecutionInfo[]> {
  const seen: WorkflowExecutionInfo[] = [];
  for await (const workflow of client.workflow.list({ query })) seen.push(workflow);
  if (seen.length !== expected) throw new Error(`Temporal lists ${seen.length} occurrences, not ${expected}.`);
  return seen;
}

/** The maximum number of these workflows that ran in parallel in a workspace. */
function maxAtOnceOf(seen: readonly WorkflowExecutionInfo[]): number {
  const moments = new Map<string, { at: number; change: number }[]>();
  for (const { startTime, closeTime, typedSearchAttributes } of seen) {
    const workspace = String(typedSearchAttributes.get(WORKSPACE_KEY));
    const own = moments.get(workspace) ?? [];
    own.push({ at: startTime.getTime(), change: 1 }, { at: closeTime?.getTime() ?? Infinity, change: -1 });
    moments.set(workspace, own);
  }
  return Math.max(
    ...[...moments.values()].map((own) => {
      let running = 0;
      // The end of one workflow and the start of the next may share a millisecond.
      const ordered = own.toSorted((one, other) => one.at - other.at || one.change - other.change);
      return Math.max(...ordered.map(({ change }) => (running += change)));
    }),
  );
}

/**
 * The history that Temporal stores for one occurrence, with its share of its dispatcher's history for the complete
 * workspace.
 */
async function historyOf(
  client: Client,
  contender: DueContender,
  batch: ScheduleBatch,
  seen: readonly WorkflowExecutionInfo[],
): Promise<Pick<Round, 'events' | 'historyBytes'>> {
  const own = { events: seen[0]?.historyLength ?? 0, historyBytes: seen[0]?.historySize ?? 0 };
  const dispatcher = contender.dispatcherOf(listWorkspaceIds(batch)[0] ?? '');
  if (dispatcher === undefined) return own;
  const { historyLength, historySize = 0 } = await client.workflow.getHandle(dispatcher).describe();
  const each = batch.schedules / batch.workspaces;
  return { events: own.events + historyLength / each, historyBytes: own.historyBytes + historySize / each };
}
