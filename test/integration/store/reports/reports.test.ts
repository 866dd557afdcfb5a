import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createReportRunStore } from '../../../../store/reports/report-runs.ts';
import { createReportStore, type NewReport, type ReportStore } from '../../../../store/reports/reports.ts';
import { createSavedViewStore } from '../../../../store/views/saved-views.ts';
import { makeTenancy, newReport, newRun, openStoreWorld, type StoreWorld, type Tenancy } from '../store-world.ts';
import { newView } from '../../../support/views/new-view.ts';

let world: StoreWorld;
let reports: ReportStore;

beforeAll(async () => {
  world = await openStoreWorld();
  reports = createReportStore(world.pool, world.clock);
});
afterAll(() => world.close());

async function withView(): Promise<{ tenancy: Tenancy; viewId: string }> {
  const tenancy = await makeTenancy(world);
  const view = await createSavedViewStore(world.pool, world.clock).create(newView(tenancy));
  return { tenancy, viewId: view.id };
}

async function countOf(table: 'reports' | 'report_runs' | 'idempotency_keys', workspaceId: string): Promise<bigint> {
  const { rows } = await world.pool.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM ${table} WHERE workspace_id = $1`,
    [workspaceId],
  );
  return rows[0]!.count;
}

async function outboxOf(runIds: readonly string[]): Promise<{ kind: string; workflow_id: string }[]> {
  const { rows } = await world.pool.query<{ kind: string; workflow_id: string }>(
    'SELECT kind, workflow_id FROM workflow_outbox WHERE workflow_id = ANY($1) ORDER BY outbox_id',
    [runIds],
  );
  return rows;
}

async function make(tenancy: Tenancy, viewId: string, over: Partial<NewReport> = {}): Promise<string> {
  const report = newReport(tenancy, viewId, over);
  await reports.create({ fingerprint: 'f', report, run: newRun(tenancy, report.report_id) });
  return report.report_id;
}

describe('creating a report', () => {
  it('commits the report, its queued run, the outbox row and the key together', async () => {
    world.clock.set('2026-03-02T08:00:00.123Z');
    const { tenancy, viewId } = await withView();
    const report = newReport(tenancy, viewId, { name: 'Weekly', recipient_subject_ids: [tenancy.otherId] });
    const run = newRun(tenancy, report.report_id);
    const { document } = await reports.create({ fingerprint: 'f1', report, run });
    const { scopeEnvironmentIds, ...frozen } = run;
    expect(document).toEqual({
      report: {
        ...report,
        evidence_refs: [],
        revision: '1',
        latest_run_id: run.run_id,
        created_at: '2026-03-02T08:00:00.123Z',
        updated_at: '2026-03-02T08:00:00.123Z',
      },
      run: {
        ...frozen,
        state: 'queued',
        failure_code: '',
        failure_detail: '',
        attempt: 0,
        coverage: [],
        truncated: false,
        artifact_digest: '',
        group_count: 0,
        byte_count: 0,
        created_at: '2026-03-02T08:00:00.123Z',
      },
    });
    expect(await reports.find(report.report_id)).toEqual(document.report);
    const runs = createReportRunStore(world.pool);
    expect(await runs.findRun(run.run_id)).toEqual({ run: document.run, scopeEnvironmentIds });
    expect(await runs.answerOf(run.run_id)).toBeUndefined();
    expect(await reports.latestScopes([report.report_id])).toEqual(new Map([[report.report_id, scopeEnvironmentIds]]));
    expect(await outboxOf([run.run_id])).toEqual([{ kind: 'start_report_run', workflow_id: run.run_id }]);
    const key = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, key: run.idempotency_key };
    expect(await reports.recall(key)).toEqual({ fingerprint: 'f1', status: 202, document });
  });

  it('makes one report of ten duplicates that arrive at once', async () => {
    const { tenancy, viewId } = await withView();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => {
        const report = newReport(tenancy, viewId, { name: 'Same' });
        const run = newRun(tenancy, report.report_id, { idempotency_key: 'ten at once' });
        return reports.create({ fingerprint: 'same', report, run });
      }),
    );
    expect(new Set(answers.map(({ document }) => document.report.report_id)).size).toBe(1);
    expect(new Set(answers.map(({ document }) => document.run.run_id)).size).toBe(1);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(await countOf('reports', tenancy.workspaceId)).toBe(1n);
    expect(await countOf('report_runs', tenancy.workspaceId)).toBe(1n);
    expect(await countOf('idempotency_keys', tenancy.workspaceId)).toBe(1n);
  });

  it('answers 409 for a key that was used for another request, and writes nothing', async () => {
    const { tenancy, viewId } = await withView();
    const first = newReport(tenancy, viewId);
    const second = newReport(tenancy, viewId);
    const key = { idempotency_key: 'reused' };
    await reports.create({ fingerprint: 'a', report: first, run: newRun(tenancy, first.report_id, key) });
    const again = reports.create({ fingerprint: 'b', report: second, run: newRun(tenancy, second.report_id, key) });
    await expect(again).rejects.toMatchObject({ name: 'Refusal', code: 'conflict' });
    expect(await countOf('reports', tenancy.workspaceId)).toBe(1n);
  });

  it('lets another caller, another workspace, and the same caller after 7 days use the key', async () => {
    world.clock.set('2026-03-02T08:00:00.000Z');
    const { tenancy, viewId } = await withView();
    const key = { idempotency_key: 'scoped' };
    const first = newReport(tenancy, viewId);
    await reports.create({ fingerprint: 'a', report: first, run: newRun(tenancy, first.report_id, key) });

    const theirs = newReport(tenancy, viewId, { owner: tenancy.otherId });
    const theirRun = newRun(tenancy, theirs.report_id, { ...key, initiator: tenancy.otherId });
    const other = await reports.create({ fingerprint: 'b', report: theirs, run: theirRun });
    expect(other.document.report.report_id).toBe(theirs.report_id);

    const elsewhere = await withView();
    const away = newReport(elsewhere.tenancy, elsewhere.viewId);
    const awayRun = newRun(elsewhere.tenancy, away.report_id, key);
    const third = await reports.create({ fingerprint: 'c', report: away, run: awayRun });
    expect(third.document.report.report_id).toBe(away.report_id);

    world.clock.set('2026-03-09T07:59:59.999Z');
    const recalled = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, key: 'scoped' };
    expect((await reports.recall(recalled))?.fingerprint).toBe('a');
    world.clock.set('2026-03-09T08:00:00.000Z');
    expect(await reports.recall(recalled)).toBeUndefined();
    const late = newReport(tenancy, viewId);
    const again = await reports.create({ fingerprint: 'd', report: late, run: newRun(tenancy, late.report_id, key) });
    expect(again.document.report.report_id).toBe(late.report_id);
    expect((await reports.recall(recalled))?.fingerprint).toBe('d');
  });

  it('answers 409 for a name that the owner has in the workspace, and leaves the key unused', async () => {
    const { tenancy, viewId } = await withView();
    await make(tenancy, viewId, { name: 'Taken' });
    const report = newReport(tenancy, viewId, { name: 'Taken' });
    const run = newRun(tenancy, report.report_id, { idempotency_key: 'after conflict' });
    await expect(reports.create({ fingerprint: 'a', report, run })).rejects.toMatchObject({ code: 'conflict' });
    expect(await outboxOf([run.run_id])).toEqual([]);
    const renamed = { ...report, name: 'Free' };
    expect((await reports.create({ fingerprint: 'b', report: renamed, run })).document.report.name).toBe('Free');
  });

  it('lets two owners use one name', async () => {
    const { tenancy, viewId } = await withView();
    await make(tenancy, viewId, { name: 'Mine' });
    const report = newReport(tenancy, viewId, { name: 'Mine', owner: tenancy.otherId });
    const run = newRun(tenancy, report.report_id, { initiator: tenancy.otherId });
    expect((await reports.create({ fingerprint: 'f', report, run })).document.report.owner).toBe(tenancy.otherId);
  });
});

describe('running a report again', () => {
  it('adds a run, moves the latest run, keeps the revision and leaves work for Temporal', async () => {
    const { tenancy, viewId } = await withView();
    const reportId = await make(tenancy, viewId);
    const run = newRun(tenancy, reportId, { scopeEnvironmentIds: ['env_b', 'env_a'] });
    const { document } = await reports.createRun({ fingerprint: 'again', run });
    expect(document.run_id).toBe(run.run_id);
    expect(await reports.find(reportId)).toMatchObject({ latest_run_id: run.run_id, revision: '1' });
    expect((await reports.latestScopes([reportId])).get(reportId)).toEqual(['env_b', 'env_a']);
    expect(await outboxOf([run.run_id])).toHaveLength(1);
    const repeated = await reports.createRun({
      fingerprint: 'again',
      run: { ...run, run_id: newId('reportRun') },
    });
    expect(repeated.document).toEqual(document);
    expect(await countOf('report_runs', tenancy.workspaceId)).toBe(2n);
  });

  it('answers 404 for a report that is gone', async () => {
    const { tenancy } = await withView();
    const run = newRun(tenancy, newId('report'));
    await expect(reports.createRun({ fingerprint: 'f', run })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('listing reports', () => {
  it('shows what the subject owns or receives in the workspace, newest first, page after page through equal times', async () => {
    const { tenancy, viewId } = await withView();
    world.clock.set('2026-04-01T00:00:00.000Z');
    const tied = [await make(tenancy, viewId), await make(tenancy, viewId), await make(tenancy, viewId)];
    world.clock.set('2026-04-01T00:00:00.001Z');
    const received = await make(tenancy, viewId, {
      owner: tenancy.otherId,
      recipient_subject_ids: [tenancy.ownerId],
    });
    await make(tenancy, viewId, { owner: tenancy.otherId });
    const elsewhere = await withView();
    await make(elsewhere.tenancy, elsewhere.viewId);

    const seen: string[][] = [];
    let after: { createdAt: string; id: string } | undefined;
    do {
      const page = await reports.list({
        workspaceId: tenancy.workspaceId,
        subjectId: tenancy.ownerId,
        limit: 3,
        after,
      });
      seen.push(page.map((report) => report.report_id));
      const last = page.at(-1);
      after = page.length < 3 || last === undefined ? undefined : { createdAt: last.created_at, id: last.report_id };
    } while (after !== undefined);
    const newestFirst = [...tied].sort().reverse();
    expect(seen).toEqual([[received, newestFirst[0], newestFirst[1]], [newestFirst[2]]]);
  });
});
