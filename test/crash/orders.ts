import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { CrashClient, RunDocument } from '../../testing/scenarios/crash-client.ts';
import { retryUntilAnswered } from '../../testing/scenarios/retry-until-answered.ts';

/** Runs that are ordered over time, each under a separate idempotency key. */
export interface Orders {
  /** Orders this number of further runs, spread evenly over the time. */
  readonly place: (count: number, overMs: number) => Promise<void>;
  readonly count: () => number;
  /** Resolves to every ordered run when all are accepted. Rejects with the first refusal. */
  readonly accepted: () => Promise<RunDocument[]>;
  /** Milliseconds from the first request to the 202 of each run so far. */
  readonly waits: readonly number[];
}

/** @param name begins every key, to identify the rows of these orders */
export function createOrders(client: CrashClient, viewId: string, name: string): Orders {
  const runs: Promise<RunDocument>[] = [];
  const waits: number[] = [];
  const order = async (key: string): Promise<RunDocument> => {
    const startedAt = performance.now();
    const run = await retryUntilAnswered(() => client.createReport(viewId, key));
    waits.push(performance.now() - startedAt);
    return run;
  };
  return {
    place: async (count, overMs) => {
      for (let index = 0; index < count; index += 1) {
        const run = order(`${name}-${runs.length}`);
        // `accepted` awaits the result, much later.
        run.catch(() => undefined);
        runs.push(run);
        await delay(overMs / count);
      }
    },
    count: () => runs.length,
    accepted: () => Promise.all(runs),
    waits,
  };
}

/** The faults of orders. Each order must have created one separate run, and nothing else may have created a run. */
export async function findOrderFaults(pool: pg.Pool, runs: readonly RunDocument[], name: string): Promise<string[]> {
  const distinct = new Set(runs.map(({ run_id }) => run_id)).size;
  const { rows } = await pool.query<{ runs: number; reports: number }>(
    `SELECT count(*)::int AS runs, count(DISTINCT report_id)::int AS reports
     FROM report_runs WHERE idempotency_key LIKE $1 || '-%'`,
    [name],
  );
  const made = rows[0];
  return distinct === runs.length && made?.runs === distinct && made.reports === distinct
    ? []
    : [
        `${runs.length} orders were answered with ${distinct} runs; ${made?.runs} of ${made?.reports} reports are there`,
      ];
}
