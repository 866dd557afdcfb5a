import { describe, expect, it } from 'vitest';
import { newId } from '../../store/postgres/new-id.ts';
import { redactDimensions } from '../../contracts/insight/redact-dimensions.ts';
import { makeAnswer } from '../api/answers.ts';
import { makeUsersAnswer } from '../api/dimension-answer.ts';
import { hiddenSizes } from '../reports/hidden-sizes.ts';
import { newRun } from '../reports/new-report.ts';
import type { ContractPlane } from './contract-plane.ts';
import { makePlaneReport, readPages, saveSchedule, readOutboxItems } from './plane-steps.ts';

/** Tests the contract of every store of report runs. `plane` is called when a test runs. */
export function describeReportRunsContract(plane: () => ContractPlane): void {
  describe('a run', () => {
    it('does not exist under an unassigned id, and neither does its answer', async () => {
      expect(await plane().reports.findRun(newId('reportRun'))).toBeUndefined();
      expect(await plane().reports.answerOf(newId('reportRun'))).toBeUndefined();
      expect(await plane().reports.answerWithoutDimensionsOf(newId('reportRun'))).toBeUndefined();
    });

    it('with an answer has it unchanged, and ends at that instant', async () => {
      const { reports, clock } = plane();
      clock.set('2026-03-02T08:00:00.000Z');
      const { firstRunId } = await makePlaneReport(plane());
      clock.set('2026-03-02T09:00:00.000Z');
      await plane().answerRun(firstRunId, makeAnswer());
      expect(await reports.answerOf(firstRunId)).toEqual(makeAnswer());
      expect((await reports.findRun(firstRunId))?.run).toMatchObject({
        state: 'ready',
        finished_at: '2026-03-02T09:00:00.000Z',
        expires_at: '2026-04-01T09:00:00.000Z',
      });
    });

    it('with values of dimensions has its answer in two forms, and the sizes of the reduced one', async () => {
      const { reports } = plane();
      const { firstRunId } = await makePlaneReport(plane());
      const answer = makeUsersAnswer('ada', 'bob');
      await plane().answerRun(firstRunId, answer);
      expect(await reports.answerOf(firstRunId)).toEqual(answer);
      expect(await reports.answerWithoutDimensionsOf(firstRunId)).toEqual(redactDimensions(answer).answer);
      const { withoutDimensions } = (await reports.findRun(firstRunId))!;
      expect(withoutDimensions).toMatchObject({ groupCount: 2 });
      expect(withoutDimensions).toEqual(hiddenSizes(answer).withoutDimensions);
    });

    it('without values of dimensions has one answer for every reader', async () => {
      const { reports } = plane();
      const { firstRunId } = await makePlaneReport(plane());
      await plane().answerRun(firstRunId, makeAnswer());
      expect(await reports.answerWithoutDimensionsOf(firstRunId)).toEqual(makeAnswer());
      expect(await reports.findRun(firstRunId)).not.toHaveProperty('withoutDimensions');
    });

    it('is listed newest first, page by page through equal times, for only one report', async () => {
      const { reports, clock } = plane();
      clock.set('2026-04-01T00:00:00.000Z');
      const { tenancy, reportId, firstRunId } = await makePlaneReport(plane());
      await makePlaneReport(plane(), tenancy);
      const again = async (): Promise<string> =>
        (await reports.createRun({ fingerprint: 'f', run: newRun(tenancy, reportId) })).document.run_id;
      const tied = [firstRunId, await again(), await again()];
      clock.set('2026-04-01T00:00:00.001Z');
      const newest = await again();
      const list = (page: { limit: number; after: { createdAt: string; id: string } | undefined }) =>
        reports.listRuns({ reportId, ...page });
      const pages = await readPages(list, 2, ({ run }) => ({ createdAt: run.created_at, id: run.run_id }));
      const [third, second, first] = [...tied].sort();
      expect(pages).toEqual([[newest, first], [second, third], []]);
    });
  });

  describe('cancelling a run', () => {
    it('ends it permanently, once, and notifies its workflow', async () => {
      const { reports, clock } = plane();
      clock.set('2026-03-02T08:00:00.000Z');
      const { firstRunId } = await makePlaneReport(plane());
      const before = (await reports.findRun(firstRunId))!;
      clock.set('2026-03-02T09:00:00.000Z');
      const cancelled = {
        ...before.run,
        state: 'cancelled',
        finished_at: '2026-03-02T09:00:00.000Z',
        expires_at: '2026-04-01T09:00:00.000Z',
      };
      const items = await readOutboxItems(plane(), async () => {
        const both = await Promise.all([reports.cancelRun(firstRunId), reports.cancelRun(firstRunId)]);
        expect(both.filter((run) => run !== undefined)).toEqual([cancelled]);
      });
      expect(items).toEqual([`cancel_report_run ${firstRunId}`]);
      clock.set('2026-03-02T10:00:00.000Z');
      expect(await reports.cancelRun(firstRunId)).toBeUndefined();
      expect(await reports.findRun(firstRunId)).toEqual({ ...before, run: cancelled });
    });

    it('does not change an answered run, or a missing one', async () => {
      const { reports } = plane();
      const { firstRunId } = await makePlaneReport(plane());
      await plane().answerRun(firstRunId, makeAnswer());
      const before = await reports.findRun(firstRunId);
      const items = await readOutboxItems(plane(), async () => {
        expect(await reports.cancelRun(firstRunId)).toBeUndefined();
        expect(await reports.cancelRun(newId('reportRun'))).toBeUndefined();
      });
      expect(items).toEqual([]);
      expect(await reports.findRun(firstRunId)).toEqual(before);
    });

    it('notifies the workflow of its occurrence, and leaves the occurrence to it', async () => {
      const scheduled = await makePlaneReport(plane());
      const scheduleId = await saveSchedule(plane(), scheduled);
      const { occurrenceId, runId } = await plane().putOccurrence(scheduled, { scheduleId, state: 'running' });
      expect(await plane().reports.findRun(runId)).toMatchObject({ run: { state: 'queued' }, occurrenceId });
      const items = await readOutboxItems(plane(), async () =>
        expect(await plane().reports.cancelRun(runId)).toMatchObject({ state: 'cancelled' }),
      );
      expect(items).toEqual([`cancel_occurrence ${occurrenceId}`]);
      expect(await plane().schedules.findOccurrence(occurrenceId)).toMatchObject({ state: 'running' });
    });
  });
}
