import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createReportStore } from '../../../../store/reports/report-store.ts';
import { createSavedViewStore } from '../../../../store/views/saved-view-store.ts';
import { migratePostgres } from '../../../../store/postgres/migrate-postgres.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';
import { newReport, newRun } from '../../../../testing/reports/new-report.ts';
import { newView } from '../../../../testing/views/new-view.ts';
import { dropDatabase } from '../../../../testing/engines/database.ts';
import '../../../../testing/engines/provided-context.ts';

const AT = '2026-03-01T00:00:00.000Z';

let world: StoreWorld;
beforeAll(async () => {
  world = await openStoreWorld();
});
afterAll(() => world.close());

async function storedReport(): Promise<{ tenancy: Tenancy; reportId: string; runId: string }> {
  const tenancy = await makeTenancy(world);
  const view = await createSavedViewStore(world.pool, world.clock).create(newView(tenancy));
  const report = newReport(tenancy, view.id);
  const run = newRun(tenancy, report.report_id, { scope_environment_ids: ['env_1', 'env_2'] });
  await createReportStore(world.pool, world.clock).create({ fingerprint: 'f', report, run });
  return { tenancy, reportId: report.report_id, runId: run.run_id };
}

const scopeOf = async (id: string): Promise<readonly string[] | undefined> =>
  (await createReportStore(world.pool, world.clock).latestScopes([id])).get(id);

describe('the scope that conceals a report', () => {
  it('is the scope of its latest run, and outlives the rows of its runs', async () => {
    const { tenancy, reportId } = await storedReport();
    expect(await scopeOf(reportId)).toEqual(['env_1', 'env_2']);
    const run = newRun(tenancy, reportId, { scope_environment_ids: ['env_3'] });
    await createReportStore(world.pool, world.clock).createRun({ fingerprint: 'again', run });
    expect(await scopeOf(reportId)).toEqual(['env_3']);
    await world.pool.query('DELETE FROM report_runs WHERE report_id = $1', [reportId]);
    expect(await scopeOf(reportId)).toEqual(['env_3']);
  });

  it('is read from the run if the previous version wrote the report or its latest run', async () => {
    const { reportId, runId } = await storedReport();
    await world.pool.query(`UPDATE reports SET latest_scope_environment_ids = '{}' WHERE report_id = $1`, [reportId]);
    expect(await scopeOf(reportId)).toEqual(['env_1', 'env_2']);
    await world.pool.query(`UPDATE report_runs SET scope_environment_ids = '{env_9}' WHERE run_id = $1`, [runId]);
    expect(await scopeOf(reportId)).toEqual(['env_9']);
  });
});

describe('the migration that adds the scope', () => {
  it('fills it from the latest runs, and lets the previous version continue to write', async () => {
    const name = `frozen_${randomUUID().replaceAll('-', '')}`;
    const admin = new pg.Client(inject('databaseUrl'));
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href;
    const dir = join(import.meta.dirname, '..', '..', '..', '..', 'store', 'migrations');
    const migrations = { databaseUrl: url, dir, migrationsTable: 'schema_migrations', log: () => undefined };
    await runner({ ...migrations, direction: 'up', count: 6 });
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`
      INSERT INTO organizations VALUES ('org_1', 'Org', '${AT}');
      INSERT INTO workspaces VALUES ('t_1', 'org_1', 'Ws', '${AT}');
      INSERT INTO subjects (subject_id, organization_id, name, created_at) VALUES ('sub_1', 'org_1', 'One', '${AT}');
      INSERT INTO saved_views VALUES ('sv_1', 'org_1', 't_1', 'sub_1', 'View', 'team', 1, '{}', 'fixed', NULL, 'UTC', 1,
        '${AT}', '${AT}')`);
    await insertAsBefore(client, 'rpt_1', ['rrun_1', 'rrun_2']);
    await migratePostgres(url);
    await insertAsBefore(client, 'rpt_2', ['rrun_3']);
    const { rows } = await client.query(
      'SELECT report_id, latest_run_id, latest_scope_environment_ids AS scope FROM reports ORDER BY report_id',
    );
    expect(rows).toEqual([
      { report_id: 'rpt_1', latest_run_id: 'rrun_2', scope: ['env_of_rrun_2'] },
      { report_id: 'rpt_2', latest_run_id: 'rrun_3', scope: [] },
    ]);
    await client.end();
    await admin.end();
    await dropDatabase(inject('databaseUrl'), name);
  });
});

/** Inserts a report and its runs with the statements of the previous version. */
async function insertAsBefore(client: pg.Client, reportId: string, runIds: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO reports (report_id, organization_id, workspace_id, owner, name, saved_view_id, view_revision,
       recipient_subject_ids, latest_run_id, created_at, updated_at)
     VALUES ($1, 'org_1', 't_1', 'sub_1', $1, 'sv_1', 1, '{}', '', $2, $2)`,
    [reportId, AT],
  );
  for (const runId of runIds) {
    await client.query('UPDATE reports SET latest_run_id = $2 WHERE report_id = $1', [reportId, runId]);
    await client.query(
      `INSERT INTO report_runs (run_id, report_id, organization_id, workspace_id, initiator, idempotency_key, state,
         question, view_revision, window_from, window_to, display_tz, scope_environment_ids, authority_epoch,
         created_at, touched_at)
       VALUES ($1, $2, 'org_1', 't_1', 'sub_1', $1, 'queued', '{}', 1, $3, $3, 'UTC', ARRAY['env_of_' || $1], 1, $3, $3)`,
      [runId, reportId, AT],
    );
  }
}
