import { describe, expect, it } from 'vitest';
import { newId } from '../../store/postgres/new-id.ts';
import type { ReportToStore } from '../../store/reports/report-store.ts';
import { newReport, newRun } from '../reports/new-report.ts';
import type { ContractPlane } from './contract-plane.ts';
import type { PlaneTenancy } from './plane-tenancy.ts';
import { makePlaneReport, readPages, readOutboxItems } from './plane-steps.ts';

/** Tests the contract of every report store for creating, finding and listing. `plane` is called when a test runs. */
export function describeReportContract(plane: () => ContractPlane): void {
  /** The report of a new view, unsaved, and a run of it. */
  async function unsaved(tenancy: PlaneTenancy, over: Partial<ReportToStore> = {}, key = newId('request')) {
    const { viewId } = await makePlaneReport(plane(), tenancy);
    const report = newReport(tenancy, viewId, over);
    const run = newRun(tenancy, report.report_id, { initiator: report.owner, idempotency_key: key });
    return { report, run };
  }

  /** The number of the owner's reports in the workspace. */
  async function countOf({ workspaceId, ownerId }: PlaneTenancy): Promise<number> {
    const list = { workspaceId, subjectId: ownerId, limit: 100, after: undefined };
    return (await plane().reports.list(list)).length;
  }

  describe('creating a report', () => {
    it('stores the report, its queued run, the work for Temporal and the key together', async () => {
      const { reports, clock } = plane();
      clock.set('2026-03-02T08:00:00.123Z');
      const tenancy = await plane().makeTenancy();
      const { report, run } = await unsaved(tenancy, { name: 'Weekly', recipient_subject_ids: [tenancy.otherId] });
      const { scope_environment_ids: scopeEnvironmentIds, ...frozen } = run;
      const created = {
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
      };
      const items = await readOutboxItems(plane(), async () =>
        expect(await reports.create({ fingerprint: 'f1', report, run })).toEqual({
          document: created,
          isReplay: false,
        }),
      );
      expect(items).toEqual([`start_report_run ${run.run_id}`]);
      expect(await reports.find(report.report_id)).toEqual(created.report);
      expect(await reports.findRun(run.run_id)).toEqual({ run: created.run, scopeEnvironmentIds });
      expect(await reports.answerOf(run.run_id)).toBeUndefined();
      expect(await reports.latestScopes([report.report_id, newId('report')])).toEqual(
        new Map([[report.report_id, scopeEnvironmentIds]]),
      );
      const key = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, key: run.idempotency_key };
      expect(await reports.recall(key)).toEqual({ fingerprint: 'f1', status: 202, document: created });
      expect(await reports.recall({ ...key, key: 'another' })).toBeUndefined();
    });

    it('creates one report for ten concurrent duplicates', async () => {
      const tenancy = await plane().makeTenancy();
      const before = await countOf(tenancy);
      const { viewId } = await makePlaneReport(plane(), tenancy);
      const duplicates = Array.from({ length: 10 }, () => {
        const report = newReport(tenancy, viewId, { name: 'Same' });
        const run = newRun(tenancy, report.report_id, { idempotency_key: 'ten at once' });
        return { fingerprint: 'same', report, run };
      });
      const answers = await Promise.all(duplicates.map((one) => plane().reports.create(one)));
      expect(new Set(answers.map(({ document }) => document.report.report_id)).size).toBe(1);
      expect(new Set(answers.map(({ document }) => document.run.run_id)).size).toBe(1);
      expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      const runs = await Promise.all(duplicates.map(({ run }) => plane().reports.findRun(run.run_id)));
      expect(runs.filter((run) => run !== undefined)).toHaveLength(1);
      expect(await countOf(tenancy)).toBe(before + 2);
    });

    it('is a conflict for a key of another request, and writes nothing', async () => {
      const { reports } = plane();
      const tenancy = await plane().makeTenancy();
      await reports.create({ fingerprint: 'a', ...(await unsaved(tenancy, {}, 'reused')) });
      const second = await unsaved(tenancy, {}, 'reused');
      const items = await readOutboxItems(plane(), () =>
        expect(reports.create({ fingerprint: 'b', ...second })).rejects.toMatchObject({
          name: 'Refusal',
          code: 'conflict',
          faults: [{ code: 'key_reused' }],
        }),
      );
      expect(items).toEqual([]);
      expect(await reports.find(second.report.report_id)).toBeUndefined();
      expect(await reports.findRun(second.run.run_id)).toBeUndefined();
    });

    it('lets another caller, another workspace, and the same caller after 7 days use the key', async () => {
      const { reports, clock } = plane();
      clock.set('2026-03-02T08:00:00.000Z');
      const tenancy = await plane().makeTenancy();
      const create = async (fingerprint: string, to = tenancy, owner = to.ownerId): Promise<boolean> => {
        const made = await unsaved(to, { owner }, 'scoped');
        const { document } = await reports.create({ fingerprint, ...made });
        return document.report.report_id === made.report.report_id;
      };
      expect(await create('a')).toBe(true);
      expect(await create('b', tenancy, tenancy.otherId)).toBe(true);
      expect(await create('c', await plane().makeTenancy())).toBe(true);

      const recalled = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, key: 'scoped' };
      clock.set('2026-03-09T07:59:59.999Z');
      expect((await reports.recall(recalled))?.fingerprint).toBe('a');
      clock.set('2026-03-09T08:00:00.000Z');
      expect(await reports.recall(recalled)).toBeUndefined();
      expect(await create('d')).toBe(true);
      expect((await reports.recall(recalled))?.fingerprint).toBe('d');
    });

    it('is a conflict for a name that the owner has in the workspace, and leaves the key unused', async () => {
      const { reports } = plane();
      const tenancy = await plane().makeTenancy();
      await makePlaneReport(plane(), tenancy, { name: 'Taken' });
      const { report, run } = await unsaved(tenancy, { name: 'Taken' }, 'after conflict');
      const items = await readOutboxItems(plane(), () =>
        expect(reports.create({ fingerprint: 'a', report, run })).rejects.toMatchObject({
          code: 'conflict',
          message: 'You already have a report with this name in the workspace. Choose another name.',
          faults: [{ code: 'name_taken', pointer: '/name' }],
        }),
      );
      expect(items).toEqual([]);
      const renamed = { ...report, name: 'Free' };
      expect((await reports.create({ fingerprint: 'b', report: renamed, run })).document.report.name).toBe('Free');
    });

    it('lets two owners use one name', async () => {
      const tenancy = await plane().makeTenancy();
      await makePlaneReport(plane(), tenancy, { name: 'Mine' });
      const theirs = await unsaved(tenancy, { name: 'Mine', owner: tenancy.otherId });
      const { document } = await plane().reports.create({ fingerprint: 'f', ...theirs });
      expect(document.report).toMatchObject({ name: 'Mine', owner: tenancy.otherId });
    });
  });

  describe('running a report again', () => {
    it('adds a run, changes the latest run, keeps the revision, orders work of Temporal, and happens once per key', async () => {
      const { reports } = plane();
      const { tenancy, reportId, firstRunId } = await makePlaneReport(plane());
      const run = newRun(tenancy, reportId, { scope_environment_ids: ['env_b', 'env_a'] });
      let document: unknown;
      const items = await readOutboxItems(plane(), async () => {
        ({ document } = await reports.createRun({ fingerprint: 'again', run }));
      });
      expect(items).toEqual([`start_report_run ${run.run_id}`]);
      expect(document).toMatchObject({ run_id: run.run_id, state: 'queued' });
      expect(await reports.find(reportId)).toMatchObject({ latest_run_id: run.run_id, revision: '1' });
      expect((await reports.latestScopes([reportId])).get(reportId)).toEqual(['env_b', 'env_a']);
      const repeated = { fingerprint: 'again', run: { ...run, run_id: newId('reportRun') } };
      expect(await reports.createRun(repeated)).toEqual({ document, isReplay: true });
      const runs = await reports.listRuns({ reportId, limit: 10, after: undefined });
      expect(runs.map((one) => one.run.run_id).sort()).toEqual([firstRunId, run.run_id].sort());
    });

    it('is not found for a deleted report', async () => {
      const run = newRun(await plane().makeTenancy(), newId('report'));
      await expect(plane().reports.createRun({ fingerprint: 'f', run })).rejects.toMatchObject({ code: 'not_found' });
      expect(await plane().reports.findRun(run.run_id)).toBeUndefined();
    });
  });

  describe('a report', () => {
    it('does not exist under an unassigned id', async () => {
      expect(await plane().reports.find(newId('report'))).toBeUndefined();
      expect(await plane().reports.latestScopes([newId('report')])).toEqual(new Map());
    });

    it('names the latest remaining run, or none; its scope outlives the runs', async () => {
      const { reports, clock } = plane();
      clock.set('2026-04-01T00:00:00.000Z');
      const { tenancy, reportId, firstRunId } = await makePlaneReport(plane());
      clock.set('2026-04-01T00:00:01.000Z');
      const run = newRun(tenancy, reportId, { scope_environment_ids: ['env_last'] });
      await reports.createRun({ fingerprint: 'f', run });
      await reports.cancelRun(run.run_id);
      const latest = async (): Promise<string | undefined> => (await reports.find(reportId))?.latest_run_id;
      clock.set('2026-06-30T00:00:00.999Z');
      expect(await latest()).toBe(run.run_id);
      clock.set('2026-06-30T00:00:01.000Z');
      expect(await latest()).toBe(firstRunId);
      await reports.cancelRun(firstRunId);
      clock.set('2026-09-28T00:00:01.000Z');
      expect(await latest()).toBeUndefined();
      expect((await reports.latestScopes([reportId])).get(reportId)).toEqual(['env_last']);
    });
  });

  describe('listing reports', () => {
    it('shows the reports that the subject owns or receives in the workspace, newest first, page by page through equal times', async () => {
      const { clock } = plane();
      const tenancy = await plane().makeTenancy();
      const { ownerId, otherId, workspaceId } = tenancy;
      const make = async (over: Partial<ReportToStore> = {}) =>
        (await makePlaneReport(plane(), tenancy, over)).reportId;
      clock.set('2026-04-01T00:00:00.000Z');
      const tied = [await make(), await make(), await make()];
      clock.set('2026-04-01T00:00:00.001Z');
      const received = await make({ owner: otherId, recipient_subject_ids: [ownerId] });
      await make({ owner: otherId, recipient_subject_ids: [] });
      await makePlaneReport(plane());
      const list = (page: { limit: number; after: { createdAt: string; id: string } | undefined }) =>
        plane().reports.list({ workspaceId, subjectId: ownerId, ...page });
      const pages = await readPages(list, 3, (report) => ({ createdAt: report.created_at, id: report.report_id }));
      const [third, second, first] = [...tied].sort();
      expect(pages).toEqual([[received, first, second], [third]]);
    });
  });
}
