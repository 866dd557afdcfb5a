import { describe, expect, it } from 'vitest';
import type { ReportOccurrenceV1 } from '../../contracts/schedules/report-occurrence.ts';
import type { OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import { newId } from '../../store/postgres/new-id.ts';
import type { ScheduleEdit } from '../../store/schedules/report-schedule-store.ts';
import { DAILY, type Scheduled } from '../schedules/new-schedule.ts';
import type { ControlPlanePlace } from './control-plane-place.ts';
import { makeReport, saveSchedule, toldBy } from './plane-steps.ts';

const NOW = '2026-03-02T08:00:00.123Z';
const LATER = '2026-03-02T09:00:00.456Z';
const PAUSE = {
  ...{ cadence: DAILY, tzdbVersion: '2026a', recipients: [], reportRevision: '1', next: 'paused' },
} as const satisfies ScheduleEdit;

/** The state after a stop, by the state before. Temporal only gets a message about stopped ones. */
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
 * `place` is called when a test runs.
 */
export function holdStoppedScheduleContract(place: () => ControlPlanePlace): void {
  async function withOccurrence(
    state: OccurrenceState,
  ): Promise<Scheduled & { scheduleId: string; before: ReportOccurrenceV1 }> {
    place().clock.set(NOW);
    const scheduled = await makeReport(place());
    const scheduleId = await saveSchedule(place(), scheduled);
    const { occurrenceId } = await place().putOccurrence(scheduled, { scheduleId, state });
    return { ...scheduled, scheduleId, before: (await place().schedules.findOccurrence(occurrenceId))! };
  }

  /** An occurrence as it reads after its schedule was stopped. */
  function afterStop(before: ReportOccurrenceV1, code: string, detail: string): ReportOccurrenceV1 {
    if (before.state === 'running') return { ...before, state: 'cancelling' };
    if (before.state !== 'claimed') return before;
    return { ...before, state: 'cancelled', failure_code: code, failure_detail: detail, finished_at: LATER };
  }

  describe('pausing a schedule', () => {
    it.each(STATES)('stops an occurrence that is %s if it is in flight, and tells its workflow', async (state) => {
      const { scheduleId, before, tenancy } = await withOccurrence(state);
      place().clock.set(LATER);
      const told = await toldBy(place(), () => place().schedules.update(scheduleId, '1', PAUSE));
      const detail = 'The owner of the schedule paused it while this occurrence was in flight.';
      const after = await place().schedules.findOccurrence(before.occurrence_id);
      expect(after).toEqual(afterStop(before, 'schedule_paused', detail));
      expect(after?.state).toBe(STOPPED[state]);
      expect(told).toEqual([
        ...(isStopped(state) ? [`cancel_occurrence ${before.occurrence_id}`] : []),
        `nudge_dispatcher ${tenancy.workspaceId}`,
      ]);
    });

    it('leaves the occurrence of another schedule of the workspace alone', async () => {
      const { before, ...scheduled } = await withOccurrence('running');
      const another = await saveSchedule(place(), scheduled);
      expect((await place().schedules.update(another, '1', PAUSE))?.record.paused).toBe(true);
      expect(await place().schedules.delete(another)).toMatchObject({ occurrences_cancelled: 0 });
      expect(await place().schedules.findOccurrence(before.occurrence_id)).toEqual(before);
    });
  });

  describe('deleting a schedule', () => {
    it.each(STATES)('stops an occurrence that is %s if it is in flight, and keeps it as history', async (state) => {
      const { scheduleId, before, tenancy } = await withOccurrence(state);
      place().clock.set(LATER);
      const told = await toldBy(place(), async () =>
        expect(await place().schedules.delete(scheduleId)).toEqual({
          schedule_id: scheduleId,
          deleted_at: LATER,
          occurrences_cancelled: isStopped(state) ? 1 : 0,
        }),
      );
      const detail = 'The owner of the schedule deleted it while this occurrence was in flight.';
      const after = afterStop(before, 'schedule_deleted', detail);
      expect(await place().schedules.findOccurrence(before.occurrence_id)).toEqual(after);
      const listed = await place().schedules.listOccurrences({ scheduleId, limit: 10, after: undefined });
      expect(listed).toEqual([after]);
      expect(told).toEqual([
        ...(isStopped(state) ? [`cancel_occurrence ${before.occurrence_id}`] : []),
        `nudge_dispatcher ${tenancy.workspaceId}`,
      ]);
      expect(await place().schedules.find(scheduleId)).toBeUndefined();
    });

    it('happens once, however many ask at once, and to none that is not there', async () => {
      const { scheduleId } = await withOccurrence('claimed');
      const answers = await Promise.all(Array.from({ length: 5 }, () => place().schedules.delete(scheduleId)));
      expect(answers.filter((answer) => answer !== undefined)).toMatchObject([{ occurrences_cancelled: 1 }]);
      expect(await place().schedules.delete(newId('reportSchedule'))).toBeUndefined();
    });
  });

  describe('the schedules of a report that is edited', () => {
    const rename = { name: 'Renamed', pin: undefined };
    const recordOf = async (id: string) => (await place().schedules.find(id))!.record;

    it('lose whom it does not name, and nudge once; a revision on where a reader sees a difference', async () => {
      place().clock.set(NOW);
      const scheduled = await makeReport(place());
      const { ownerId, workspaceId } = scheduled.tenancy;
      const both = await saveSchedule(place(), scheduled);
      const own = await saveSchedule(place(), scheduled, { recipients: [ownerId] });
      const [wasBoth, wasOwn] = [await recordOf(both), await recordOf(own)];
      place().clock.set(LATER);
      const told = await toldBy(place(), () =>
        place().reports.update(scheduled.reportId, '1', { ...rename, recipientSubjectIds: [] }),
      );
      expect(told).toEqual([`nudge_dispatcher ${workspaceId}`]);
      const changed = { recipient_subject_ids: [ownerId], revision: '2', updated_at: LATER };
      expect(await recordOf(both)).toEqual({ ...wasBoth, ...changed });
      expect(await recordOf(own)).toEqual(wasOwn);
    });

    it('nudge also where no reader sees a difference, and keep the order of their recipients', async () => {
      const scheduled = await makeReport(place());
      const { ownerId, otherId, workspaceId } = scheduled.tenancy;
      const id = await saveSchedule(place(), scheduled, { recipients: [otherId, ownerId] });
      const before = await recordOf(id);
      const told = await toldBy(place(), () =>
        place().reports.update(scheduled.reportId, '1', { ...rename, recipientSubjectIds: [otherId] }),
      );
      expect(told).toEqual([`nudge_dispatcher ${workspaceId}`]);
      expect(await recordOf(id)).toEqual(before);
    });

    it.each([
      ['go on under a pin that can be scheduled', 3_600, { paused: false, pause_reason: '' }],
      ['are paused by one that cannot', undefined, { paused: true, pause_reason: 'view_changed', next_run_at: null }],
    ] as const)('%s; one that is paused stays so', async (_, windowSeconds, armed) => {
      const scheduled = await makeReport(place());
      const running = await saveSchedule(place(), scheduled);
      const paused = await saveSchedule(place(), scheduled, { next: undefined });
      const [wasRunning, wasPaused] = [await recordOf(running), await recordOf(paused)];
      place().clock.set(LATER);
      const pin = { viewRevision: '2', windowSeconds };
      const people = { recipientSubjectIds: [scheduled.tenancy.otherId] };
      await place().reports.update(scheduled.reportId, '1', { ...rename, ...people, pin });
      const moved = { revision: '2', updated_at: LATER };
      expect(await recordOf(running)).toEqual({ ...wasRunning, ...moved, ...armed });
      expect(await recordOf(paused)).toEqual({ ...wasPaused, ...moved });
    });

    it('leave nothing for Temporal where there is none, or it was deleted', async () => {
      const scheduled = await makeReport(place());
      await place().schedules.delete(await saveSchedule(place(), scheduled));
      const change = { ...rename, recipientSubjectIds: [] };
      expect(await toldBy(place(), () => place().reports.update(scheduled.reportId, '1', change))).toEqual([]);
    });
  });

  describe('the schedules of a report that is deleted', () => {
    it('are paused, whatever they were paused for, keep the scope of its latest run, and nudge once', async () => {
      place().clock.set(NOW);
      const scheduled = await makeReport(place());
      const { tenancy, firstRunId } = scheduled;
      const armed = await saveSchedule(place(), scheduled);
      const paused = await saveSchedule(place(), scheduled, { next: undefined });
      const other = await saveSchedule(place(), await makeReport(place(), tenancy));
      const unharmed = await place().schedules.find(other);
      place().clock.set(LATER);
      const told = await toldBy(place(), () => place().reports.delete(scheduled.reportId));
      expect(told).toEqual([`nudge_dispatcher ${tenancy.workspaceId}`, `cancel_report_run ${firstRunId}`]);
      for (const scheduleId of [armed, paused]) {
        const stored = await place().schedules.find(scheduleId);
        expect(stored?.record).toMatchObject({
          paused: true,
          pause_reason: 'report_deleted',
          next_run_at: null,
          revision: '2',
          updated_at: LATER,
        });
        expect(stored?.deletedReportScope).toEqual([tenancy.environmentId]);
      }
      expect(await place().schedules.find(other)).toEqual(unharmed);
    });

    it.each(STATES)('end an occurrence that is %s if it is in flight, and tell its workflow', async (state) => {
      const { before, reportId, firstRunId, tenancy } = await withOccurrence(state);
      place().clock.set(LATER);
      const told = await toldBy(place(), () => place().reports.delete(reportId));
      const ended = { failure_code: 'report_deleted', state: 'failed', finished_at: LATER } as const;
      const detail = 'The report was deleted while this occurrence was in flight.';
      const stopped = { failure_code: 'schedule_paused', failure_detail: 'Somebody paused it.' };
      const isInFlight = isStopped(state) || state === 'cancelling';
      const change = state === 'cancelling' ? { ...ended, ...stopped, state: 'cancelled' } : ended;
      const after = isInFlight ? { ...before, failure_detail: detail, ...change } : before;
      expect(await place().schedules.findOccurrence(before.occurrence_id)).toEqual(after);
      expect(told).toEqual([
        ...(isInFlight ? [`cancel_occurrence ${before.occurrence_id}`] : []),
        `nudge_dispatcher ${tenancy.workspaceId}`,
        `cancel_report_run ${firstRunId}`,
      ]);
    });

    it('end also what a deleted one still has in flight', async () => {
      const { scheduleId, before, reportId } = await withOccurrence('running');
      await place().schedules.delete(scheduleId);
      await place().reports.delete(reportId);
      const ended = await place().schedules.findOccurrence(before.occurrence_id);
      expect(ended).toMatchObject({ state: 'cancelled', failure_code: 'schedule_deleted' });
    });
  });
}
