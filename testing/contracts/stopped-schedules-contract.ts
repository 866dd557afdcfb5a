import { describe, expect, it } from 'vitest';
import type { ReportOccurrenceV1 } from '../../contracts/schedules/report-occurrence.ts';
import type { OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import { newId } from '../../store/postgres/new-id.ts';
import type { ScheduleEdit } from '../../store/schedules/report-schedule-store.ts';
import { DAILY_IN_NEW_YORK, type ScheduledReport } from '../schedules/new-schedule.ts';
import type { ContractPlane } from './contract-plane.ts';
import { makePlaneReport, saveSchedule, readOutboxItems } from './plane-steps.ts';

const NOW = '2026-03-02T08:00:00.123Z';
const LATER = '2026-03-02T09:00:00.456Z';
const PAUSE = {
  ...{ cadence: DAILY_IN_NEW_YORK, tzdbVersion: '2026a', recipients: [], reportRevision: '1', next: 'paused' },
} as const satisfies ScheduleEdit;

/** The state after a stop, by the state before it. Temporal gets a message only for states that change. */
const STOPPED = {
  claimed: 'cancelled',
  running: 'cancelling',
  cancelling: 'cancelling',
  delivered: 'delivered',
  failed: 'failed',
  cancelled: 'cancelled',
  missed: 'missed',
} as const satisfies Record<OccurrenceState, OccurrenceState>;

const STATES = Object.keys(STOPPED) as OccurrenceState[];
const isStopped = (state: OccurrenceState): boolean => state === 'claimed' || state === 'running';

/**
 * Tests the contract of every schedule store for stops: by a pause, by a deletion, and by changes of their report.
 * `plane` is called when a test runs.
 */
export function describeStoppedScheduleContract(plane: () => ContractPlane): void {
  async function withOccurrence(
    state: OccurrenceState,
  ): Promise<ScheduledReport & { scheduleId: string; before: ReportOccurrenceV1 }> {
    plane().clock.set(NOW);
    const scheduled = await makePlaneReport(plane());
    const scheduleId = await saveSchedule(plane(), scheduled);
    const { occurrenceId } = await plane().putOccurrence(scheduled, { scheduleId, state });
    return { ...scheduled, scheduleId, before: (await plane().schedules.findOccurrence(occurrenceId))! };
  }

  /** An occurrence that a read returns after its schedule was stopped. */
  function afterStop(before: ReportOccurrenceV1, code: string, detail: string): ReportOccurrenceV1 {
    if (before.state === 'running') return { ...before, state: 'cancelling' };
    if (before.state !== 'claimed') return before;
    return { ...before, state: 'cancelled', failure_code: code, failure_detail: detail, finished_at: LATER };
  }

  describe('pausing a schedule', () => {
    it.each(STATES)('stops an occurrence that is %s if it is in flight, and notifies its workflow', async (state) => {
      const { scheduleId, before, tenancy } = await withOccurrence(state);
      plane().clock.set(LATER);
      const items = await readOutboxItems(plane(), () => plane().schedules.update(scheduleId, '1', PAUSE));
      const detail = 'The owner of the schedule paused it while this occurrence was in flight.';
      const after = await plane().schedules.findOccurrence(before.occurrence_id);
      expect(after).toEqual(afterStop(before, 'schedule_paused', detail));
      expect(after?.state).toBe(STOPPED[state]);
      expect(items).toEqual([
        ...(isStopped(state) ? [`cancel_occurrence ${before.occurrence_id}`] : []),
        `nudge_dispatcher ${tenancy.workspaceId}`,
      ]);
    });

    it('does not change the occurrence of another schedule of the workspace', async () => {
      const { before, ...scheduled } = await withOccurrence('running');
      const another = await saveSchedule(plane(), scheduled);
      expect((await plane().schedules.update(another, '1', PAUSE))?.record.paused).toBe(true);
      expect(await plane().schedules.delete(another)).toMatchObject({ occurrences_cancelled: 0 });
      expect(await plane().schedules.findOccurrence(before.occurrence_id)).toEqual(before);
    });
  });

  describe('deleting a schedule', () => {
    it.each(STATES)('stops an occurrence that is %s if it is in flight, and keeps it as history', async (state) => {
      const { scheduleId, before, tenancy } = await withOccurrence(state);
      plane().clock.set(LATER);
      const items = await readOutboxItems(plane(), async () =>
        expect(await plane().schedules.delete(scheduleId)).toEqual({
          schedule_id: scheduleId,
          deleted_at: LATER,
          occurrences_cancelled: isStopped(state) ? 1 : 0,
        }),
      );
      const detail = 'The owner of the schedule deleted it while this occurrence was in flight.';
      const after = afterStop(before, 'schedule_deleted', detail);
      expect(await plane().schedules.findOccurrence(before.occurrence_id)).toEqual(after);
      const listed = await plane().schedules.listOccurrences({ scheduleId, limit: 10, after: undefined });
      expect(listed).toEqual([after]);
      expect(items).toEqual([
        ...(isStopped(state) ? [`cancel_occurrence ${before.occurrence_id}`] : []),
        `nudge_dispatcher ${tenancy.workspaceId}`,
      ]);
      expect(await plane().schedules.find(scheduleId)).toBeUndefined();
    });

    it('happens once for any number of concurrent requests, and never for a missing schedule', async () => {
      const { scheduleId } = await withOccurrence('claimed');
      const answers = await Promise.all(Array.from({ length: 5 }, () => plane().schedules.delete(scheduleId)));
      expect(answers.filter((answer) => answer !== undefined)).toMatchObject([{ occurrences_cancelled: 1 }]);
      expect(await plane().schedules.delete(newId('reportSchedule'))).toBeUndefined();
    });
  });

  describe('the schedules of an edited report', () => {
    const rename = { name: 'Renamed', pin: undefined };
    const recordOf = async (id: string) => (await plane().schedules.find(id))!.record;

    it('lose removed recipients, and nudge once; the revision changes if a reader sees a difference', async () => {
      plane().clock.set(NOW);
      const scheduled = await makePlaneReport(plane());
      const { ownerId, workspaceId } = scheduled.tenancy;
      const both = await saveSchedule(plane(), scheduled);
      const own = await saveSchedule(plane(), scheduled, { recipients: [ownerId] });
      const [wasBoth, wasOwn] = [await recordOf(both), await recordOf(own)];
      plane().clock.set(LATER);
      const items = await readOutboxItems(plane(), () =>
        plane().reports.update(scheduled.reportId, '1', { ...rename, recipientSubjectIds: [] }),
      );
      expect(items).toEqual([`nudge_dispatcher ${workspaceId}`]);
      const changed = { recipient_subject_ids: [ownerId], revision: '2', updated_at: LATER };
      expect(await recordOf(both)).toEqual({ ...wasBoth, ...changed });
      expect(await recordOf(own)).toEqual(wasOwn);
    });

    it('also nudge if no reader sees a difference, and keep the order of their recipients', async () => {
      const scheduled = await makePlaneReport(plane());
      const { ownerId, otherId, workspaceId } = scheduled.tenancy;
      const id = await saveSchedule(plane(), scheduled, { recipients: [otherId, ownerId] });
      const before = await recordOf(id);
      const items = await readOutboxItems(plane(), () =>
        plane().reports.update(scheduled.reportId, '1', { ...rename, recipientSubjectIds: [otherId] }),
      );
      expect(items).toEqual([`nudge_dispatcher ${workspaceId}`]);
      expect(await recordOf(id)).toEqual(before);
    });

    it.each([
      ['go on under a pin that can be scheduled', 3_600, { paused: false, pause_reason: '' }],
      ['are paused by one that cannot', undefined, { paused: true, pause_reason: 'view_changed', next_run_at: null }],
    ] as const)('%s; paused ones stay paused', async (_, windowSeconds, armed) => {
      const scheduled = await makePlaneReport(plane());
      const running = await saveSchedule(plane(), scheduled);
      const paused = await saveSchedule(plane(), scheduled, { next: undefined });
      const [wasRunning, wasPaused] = [await recordOf(running), await recordOf(paused)];
      plane().clock.set(LATER);
      const pin = { viewRevision: '2', windowSeconds };
      const people = { recipientSubjectIds: [scheduled.tenancy.otherId] };
      await plane().reports.update(scheduled.reportId, '1', { ...rename, ...people, pin });
      const moved = { revision: '2', updated_at: LATER };
      expect(await recordOf(running)).toEqual({ ...wasRunning, ...moved, ...armed });
      expect(await recordOf(paused)).toEqual({ ...wasPaused, ...moved });
    });

    it('order no work of Temporal if there is none, or if they were deleted', async () => {
      const scheduled = await makePlaneReport(plane());
      await plane().schedules.delete(await saveSchedule(plane(), scheduled));
      const change = { ...rename, recipientSubjectIds: [] };
      expect(await readOutboxItems(plane(), () => plane().reports.update(scheduled.reportId, '1', change))).toEqual([]);
    });
  });

  describe('the schedules of a deleted report', () => {
    it('are paused, with any earlier reason, keep the scope of its latest run, and nudge once', async () => {
      plane().clock.set(NOW);
      const scheduled = await makePlaneReport(plane());
      const { tenancy, firstRunId } = scheduled;
      const armed = await saveSchedule(plane(), scheduled);
      const paused = await saveSchedule(plane(), scheduled, { next: undefined });
      const other = await saveSchedule(plane(), await makePlaneReport(plane(), tenancy));
      const unharmed = await plane().schedules.find(other);
      plane().clock.set(LATER);
      const items = await readOutboxItems(plane(), () => plane().reports.delete(scheduled.reportId));
      expect(items).toEqual([`nudge_dispatcher ${tenancy.workspaceId}`, `cancel_report_run ${firstRunId}`]);
      for (const scheduleId of [armed, paused]) {
        const stored = await plane().schedules.find(scheduleId);
        expect(stored?.record).toMatchObject({
          paused: true,
          pause_reason: 'report_deleted',
          next_run_at: null,
          revision: '2',
          updated_at: LATER,
        });
        expect(stored?.deletedReportScope).toEqual([tenancy.environmentId]);
      }
      expect(await plane().schedules.find(other)).toEqual(unharmed);
    });

    it.each(STATES)('end an occurrence that is %s if it is in flight, and notify its workflow', async (state) => {
      const { before, reportId, firstRunId, tenancy } = await withOccurrence(state);
      plane().clock.set(LATER);
      const items = await readOutboxItems(plane(), () => plane().reports.delete(reportId));
      const ended = { failure_code: 'report_deleted', state: 'failed', finished_at: LATER } as const;
      const detail = 'The report was deleted while this occurrence was in flight.';
      const stopped = { failure_code: 'schedule_paused', failure_detail: 'Somebody paused it.' };
      const isInFlight = isStopped(state) || state === 'cancelling';
      const change = state === 'cancelling' ? { ...ended, ...stopped, state: 'cancelled' } : ended;
      const after = isInFlight ? { ...before, failure_detail: detail, ...change } : before;
      expect(await plane().schedules.findOccurrence(before.occurrence_id)).toEqual(after);
      expect(items).toEqual([
        ...(isInFlight ? [`cancel_occurrence ${before.occurrence_id}`] : []),
        `nudge_dispatcher ${tenancy.workspaceId}`,
        `cancel_report_run ${firstRunId}`,
      ]);
    });

    it('also end the work in flight of deleted ones', async () => {
      const { scheduleId, before, reportId } = await withOccurrence('running');
      await plane().schedules.delete(scheduleId);
      await plane().reports.delete(reportId);
      const ended = await plane().schedules.findOccurrence(before.occurrence_id);
      expect(ended).toMatchObject({ state: 'cancelled', failure_code: 'schedule_deleted' });
    });
  });
}
