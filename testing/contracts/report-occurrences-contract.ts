import { describe, expect, it } from 'vitest';
import { newId } from '../../store/postgres/new-id.ts';
import type { ContractPlane } from './contract-plane.ts';
import { makePlaneReport, readPages, saveSchedule } from './plane-steps.ts';

const NOW = '2026-03-02T08:00:00.123Z';

/** Tests the contract of every store of schedule histories. `plane` is called when a test runs. */
export function describeOccurrenceContract(plane: () => ContractPlane): void {
  describe('the occurrences of a schedule', () => {
    it('have their window, and missed ones have none', async () => {
      const { schedules, clock } = plane();
      clock.set(NOW);
      const scheduled = await makePlaneReport(plane());
      const scheduleId = await saveSchedule(plane(), scheduled);
      const scheduledFor = '2026-03-01T14:30:00.000Z';
      const missed = await plane().putOccurrence(scheduled, { scheduleId, state: 'missed', scheduledFor });
      const shown = {
        schedule_id: scheduleId,
        report_id: scheduled.reportId,
        schedule_revision: '1',
        view_revision: '1',
        failure_code: '',
        failure_detail: '',
        skipped_count: 0,
        delivered_count: 0,
        suppressed_count: 0,
        attempt: 0,
        created_at: NOW,
      };
      expect(await schedules.findOccurrence(missed.occurrenceId)).toEqual({
        ...shown,
        occurrence_id: missed.occurrenceId,
        scheduled_for: scheduledFor,
        state: 'missed',
        run_id: '',
        skipped_count: 1,
        skipped_from: scheduledFor,
        skipped_to: scheduledFor,
        finished_at: NOW,
      });
      const running = await plane().putOccurrence(scheduled, { scheduleId, state: 'running' });
      expect(await schedules.findOccurrence(running.occurrenceId)).toEqual({
        ...shown,
        occurrence_id: running.occurrenceId,
        scheduled_for: '2026-03-02T14:30:00.000Z',
        window: { from: '2026-03-01T14:30:00.000Z', to: '2026-03-02T14:30:00.000Z' },
        state: 'running',
        run_id: running.runId,
      });
    });

    it('do not exist under unassigned ids', async () => {
      const { schedules } = plane();
      expect(await schedules.findOccurrence(newId('reportOccurrence'))).toBeUndefined();
      const unknown = { scheduleId: newId('reportSchedule'), limit: 10, after: undefined };
      expect(await schedules.listOccurrences(unknown)).toEqual([]);
    });

    it('name the person who stopped them only after they have stopped', async () => {
      const { schedules } = plane();
      const scheduled = await makePlaneReport(plane());
      const scheduleId = await saveSchedule(plane(), scheduled);
      const { occurrenceId } = await plane().putOccurrence(scheduled, { scheduleId, state: 'cancelling' });
      const stopping = { occurrence_id: occurrenceId, state: 'cancelling', failure_code: '', failure_detail: '' };
      expect(await schedules.findOccurrence(occurrenceId)).toMatchObject(stopping);
      expect(await schedules.listOccurrences({ scheduleId, limit: 10, after: undefined })).toMatchObject([stopping]);
    });

    it('are listed by instant, newest first, page by page, for only one schedule', async () => {
      const scheduled = await makePlaneReport(plane());
      const scheduleId = await saveSchedule(plane(), scheduled);
      const put = async (of: string, day: string): Promise<string> => {
        const scheduledFor = `${day}T14:30:00.000Z`;
        const put = await plane().putOccurrence(scheduled, { scheduleId: of, state: 'delivered', scheduledFor });
        return put.occurrenceId;
      };
      const [third, first, second] = [
        await put(scheduleId, '2026-03-01'),
        await put(scheduleId, '2026-02-27'),
        await put(scheduleId, '2026-02-28'),
      ];
      await put(await saveSchedule(plane(), scheduled), '2026-02-28');
      const list = (page: { limit: number; after: { createdAt: string; id: string } | undefined }) =>
        plane().schedules.listOccurrences({ scheduleId, ...page });
      const pages = await readPages(list, 2, (one) => ({ createdAt: one.scheduled_for, id: one.occurrence_id }));
      expect(pages).toEqual([[third, second], [first]]);
    });
  });
}
