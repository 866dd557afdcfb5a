import { describe, expect, it } from 'vitest';
import { newId } from '../../store/postgres/new-id.ts';
import { makeAnswer } from '../api/answers.ts';
import { newReport, newRun } from '../reports/new-report.ts';
import type { ScheduledReport } from '../schedules/new-schedule.ts';
import type { ContractPlane } from './contract-plane.ts';
import { makePlaneReport, readOutboxItems } from './plane-steps.ts';

/** Tests the contract of every report store for edits and deletions. `plane` is called when a test runs. */
export function describeReportChangesContract(plane: () => ContractPlane): void {
  const edit = ({ tenancy }: ScheduledReport, name = 'Renamed') => ({
    name,
    recipientSubjectIds: [tenancy.otherId],
    pin: undefined,
  });

  describe('editing a report', () => {
    it('replaces name and recipients with the next revision, and pins nothing by default', async () => {
      const { reports, clock } = plane();
      clock.set('2026-03-02T08:00:00.000Z');
      const scheduled = await makePlaneReport(plane());
      const before = (await reports.find(scheduled.reportId))!;
      clock.set('2026-03-02T09:00:00.000Z');
      const change = { ...edit(scheduled), recipientSubjectIds: [] };
      const items = await readOutboxItems(plane(), async () =>
        expect(await reports.update(scheduled.reportId, '1', change)).toBe(true),
      );
      expect(items).toEqual([]);
      expect(await reports.find(scheduled.reportId)).toEqual({
        ...before,
        name: 'Renamed',
        recipient_subject_ids: [],
        revision: '2',
        updated_at: '2026-03-02T09:00:00.000Z',
      });
    });

    it('pins the view at another revision', async () => {
      const scheduled = await makePlaneReport(plane());
      const pin = { viewRevision: '2', windowSeconds: 3_600 };
      expect(await plane().reports.update(scheduled.reportId, '1', { ...edit(scheduled), pin })).toBe(true);
      expect(await plane().reports.find(scheduled.reportId)).toMatchObject({ view_revision: '2', revision: '2' });
    });

    it('is false for another revision, for a deleted report and for a missing one, and writes nothing', async () => {
      const { reports } = plane();
      const scheduled = await makePlaneReport(plane());
      const before = await reports.find(scheduled.reportId);
      expect(await reports.update(scheduled.reportId, '2', edit(scheduled))).toBe(false);
      expect(await reports.find(scheduled.reportId)).toEqual(before);
      await reports.delete(scheduled.reportId);
      expect(await reports.update(scheduled.reportId, '1', edit(scheduled))).toBe(false);
      expect(await reports.update(newId('report'), '1', edit(scheduled))).toBe(false);
    });

    it('is a conflict for a name that its owner has in the workspace, and keeps its own', async () => {
      const { reports } = plane();
      const scheduled = await makePlaneReport(plane());
      const other = await makePlaneReport(plane(), scheduled.tenancy);
      await reports.update(other.reportId, '1', edit(scheduled));
      await expect(reports.update(scheduled.reportId, '1', edit(scheduled))).rejects.toMatchObject({
        code: 'conflict',
        message: 'You already have a report with this name in the workspace. Choose another name.',
        faults: [{ code: 'name_taken', pointer: '/name' }],
      });
      expect((await reports.find(scheduled.reportId))?.revision).toBe('1');
      expect(await reports.update(other.reportId, '2', edit(scheduled))).toBe(true);
    });

    it('succeeds for one of two concurrent edits', async () => {
      const scheduled = await makePlaneReport(plane());
      const edits = [1, 2].map(() => plane().reports.update(scheduled.reportId, '1', edit(scheduled)));
      expect((await Promise.all(edits)).sort()).toEqual([false, true]);
    });
  });

  describe('deleting a report', () => {
    it('removes it with every run and answer, and cancels unsettled runs in Temporal', async () => {
      const { reports, clock } = plane();
      clock.set('2026-03-02T08:00:00.000Z');
      const { tenancy, reportId, firstRunId } = await makePlaneReport(plane());
      const other = await makePlaneReport(plane(), tenancy);
      await plane().answerRun(firstRunId, makeAnswer());
      const run = newRun(tenancy, reportId);
      await reports.createRun({ fingerprint: 'f', run });
      clock.set('2026-03-02T09:00:00.000Z');
      const items = await readOutboxItems(plane(), async () =>
        expect(await reports.delete(reportId)).toEqual({
          deletedAt: new Date('2026-03-02T09:00:00.000Z'),
          runsRemoved: 2,
        }),
      );
      expect(items).toEqual([`cancel_report_run ${run.run_id}`]);
      expect(await reports.find(reportId)).toBeUndefined();
      expect(await reports.latestScopes([reportId])).toEqual(new Map());
      expect(await reports.listRuns({ reportId, limit: 10, after: undefined })).toEqual([]);
      for (const id of [firstRunId, run.run_id]) expect(await reports.findRun(id)).toBeUndefined();
      expect(await reports.answerOf(firstRunId)).toBeUndefined();
      expect(await reports.findRun(other.firstRunId)).toBeDefined();
    });

    it('does not count the runs whose retention had ended, with or without a sweep', async () => {
      const { reports, clock } = plane();
      clock.set('2026-03-02T08:00:00.000Z');
      const { tenancy, reportId, firstRunId } = await makePlaneReport(plane());
      await reports.cancelRun(firstRunId);
      await reports.createRun({ fingerprint: 'f', run: newRun(tenancy, reportId) });
      clock.set('2026-05-31T08:00:00.000Z');
      expect(await reports.delete(reportId)).toMatchObject({ runsRemoved: 1 });
    });

    it('makes its name available, and happens once', async () => {
      const { reports } = plane();
      const { tenancy, viewId, reportId } = await makePlaneReport(plane(), undefined, { name: 'Freed' });
      const both = await Promise.all([reports.delete(reportId), reports.delete(reportId)]);
      expect(both.filter((deletion) => deletion !== undefined)).toMatchObject([{ runsRemoved: 1 }]);
      expect(await reports.delete(newId('report'))).toBeUndefined();
      const report = newReport(tenancy, viewId, { name: 'Freed' });
      const created = await reports.create({ fingerprint: 'f', report, run: newRun(tenancy, report.report_id) });
      expect(created.document.report.name).toBe('Freed');
    });
  });
}
