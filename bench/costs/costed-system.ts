import { strict as assert } from 'node:assert';
import pg from 'pg';
import { createTruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { startDemoSystem } from '../../testing/processes/demo-system.ts';
import { createSystemWorld, type Variables } from '../../testing/processes/system-world.ts';
import { listenForSettled } from '../reports/settled.ts';

/** A complete system with the demo's traffic, and with one enabled feature or none. */
export interface CostedSystem {
  readonly name: string;
  /** The process ids of the API and the worker. */
  readonly pids: readonly number[];
  /** Sends a question; throws if its answer differs from the first one. */
  readonly read: () => Promise<void>;
  /** Creates a report and waits until its run has settled. */
  readonly run: (name: string) => Promise<void>;
  /** Throws unless every run succeeded at its first attempt, and the last one has the answer to the question. */
  readonly requireRuns: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface SystemVariant {
  readonly name: string;
  readonly env: Readonly<Record<'worker' | 'api', Variables>>;
}

export async function startCostedSystem({ name, env }: SystemVariant): Promise<CostedSystem> {
  const quiet = { env: { TRUETALLY_LOG_LEVEL: 'warn' }, report: () => undefined };
  const world = await createSystemWorld({ namespace: 'truetally-costs', ...quiet });
  const pool = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  const { token, window } = await startDemoSystem(world, pool, env);
  const listener = await listenForSettled(world.databaseUrl);
  const { organizationId, workspaceId } = DEMO_TENANCY;
  const client = createTruetallyClient({ baseUrl: world.baseUrl, token, organizationId, workspaceId });
  const query: InsightQuery = {
    schema: 1,
    shape: 'overview',
    scope: {},
    display_tz: 'UTC',
    ...window,
    metrics: ['requests.v1', 'outcomes.v1', 'tokens.v1', 'provider_spend.v1'],
  };
  const { groups } = (await client.insights.query(query)).data;
  const view = { name: 'Costs', audience: 'team', query, time_intent: 'fixed', display_tz: 'UTC' } as const;
  const { id: saved_view_id } = (await client.savedViews.create(view)).data;
  const report = { saved_view_id, expected_view_revision: '1', recipient_subject_ids: [] };
  let runs = 0;
  let latest = { report_id: '', run_id: '' };
  return {
    name,
    pids: [world.pid('api'), world.pid('worker')],
    read: async () => {
      assert.deepEqual((await client.insights.query(query)).data.groups, groups);
    },
    run: async (reportName) => {
      const { run } = (await client.reports.create({ ...report, name: reportName }, { idempotencyKey: reportName }))
        .data;
      await listener.of(run.run_id);
      runs += 1;
      latest = run;
    },
    requireRuns: async () => {
      const { rows } = await pool.query<{ answered: number }>(
        `SELECT count(*)::int AS answered FROM report_runs WHERE state IN ('ready', 'partial') AND attempt = 1`,
      );
      assert.equal(rows[0]?.answered, runs);
      const { data } = await client.reports.runs.get(latest.report_id, latest.run_id);
      assert.deepEqual(data.answer?.groups, groups);
    },
    close: async () => {
      await listener.close();
      await pool.end();
      await world.close();
    },
  };
}
