import type { ReportOccurrenceV1 } from '../../contracts/schedules/report-occurrence.ts';
import type { ReportScheduleDeletion } from '../../contracts/schedules/report-schedule.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import type { Cadence } from '../../domain/schedules/cadence.ts';
import { nextInstant } from '../../domain/schedules/instants.ts';
import { intendedDate } from '../../domain/schedules/local-dates.ts';
import type { OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import { createAccessBindingStore } from '../../store/tenancy/access-binding-store.ts';
import { newId } from '../../store/postgres/new-id.ts';
import type { InboxItemRecord } from '../../store/schedules/report-inbox-store.ts';
import type { NextRun, ScheduleEdit, StoredSchedule } from '../../store/schedules/report-schedule-store.ts';
import { makeTenancy, type Tenancy } from '../store/store-world.ts';
import { newReport, newRun } from '../reports/new-report.ts';
import { newView } from '../views/new-view.ts';
import { waitUntil } from '../wait-until.ts';
import type { ScheduleWorld } from './schedule-world.ts';

const DAY_SECONDS = 86_400;

/** A workspace with two people who may read everything: the owner of its reports and a recipient. */
export interface ScheduleWorkspace extends Tenancy {
  /** Saves a schedule of a new report, and nudges its dispatcher. */
  schedule(plan: SchedulePlan): Promise<Scheduled>;
  /** Revokes a person's access. */
  revoke(subjectId: string): Promise<void>;
  /** The items that were delivered to a person, oldest first. */
  inboxOf(subjectId: string): Promise<InboxItemRecord[]>;
}

interface SchedulePlan {
  readonly cadence: Cadence;
  /** Seconds of the view's relative window; a day by default. */
  readonly windowSeconds?: number;
  /** The recipients; the owner alone by default. */
  readonly recipients?: readonly string[];
}

/** An edit by a person. Absent members do not change. */
interface Edit {
  readonly cadence?: Cadence;
  readonly recipients?: readonly string[];
  readonly paused?: boolean;
}

/** A schedule and the actions of people on it. Each write equals a write of the API, followed by the worker's relay. */
export interface Scheduled {
  readonly scheduleId: string;
  readonly reportId: string;
  readonly savedViewId: string;
  stored(): Promise<StoredSchedule>;
  /** Oldest first. */
  occurrences(): Promise<ReportOccurrenceV1[]>;
  /** Waits until the latest occurrence is in this state, and returns it. */
  latest(state: OccurrenceState): Promise<ReportOccurrenceV1>;
  edit(change: Edit): Promise<void>;
  /** Edits like `edit`, but without running the relay. */
  editUnheard(change: Edit): Promise<void>;
  delete(): Promise<ReportScheduleDeletion | undefined>;
  deleteReport(): Promise<void>;
}

export async function openScheduleWorkspace(world: ScheduleWorld): Promise<ScheduleWorkspace> {
  const tenancy = await makeTenancy(world);
  const bindings = createAccessBindingStore(world.pool, world.clock);
  for (const subjectId of [tenancy.ownerId, tenancy.otherId]) {
    await bindings.create({ subjectId, actions: ['metadata.read', 'cost.read'], nodeId: tenancy.workspaceId });
  }
  return {
    ...tenancy,
    schedule: (plan) => schedule(world, tenancy, plan),
    async revoke(subjectId) {
      for (const { bindingId } of await bindings.list(subjectId)) await bindings.remove(bindingId);
    },
    async inboxOf(recipient) {
      const { workspaceId } = tenancy;
      const page = await world.inbox.list({ workspaceId, recipient, limit: 1_000, after: undefined });
      return page.map(({ item }) => item).reverse();
    },
  };
}

async function schedule(world: ScheduleWorld, tenancy: Tenancy, plan: SchedulePlan): Promise<Scheduled> {
  const { cadence, windowSeconds = DAY_SECONDS, recipients = [tenancy.ownerId] } = plan;
  const { ownerId: owner, otherId, organizationId, workspaceId } = tenancy;
  const view = await world.savedViews.create(
    newView(tenancy, {
      name: newId('savedView'),
      query: { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1'] },
      relative_window_seconds: windowSeconds,
    }),
  );
  const report = newReport(tenancy, view.id, { recipient_subject_ids: [otherId] });
  // A new report always has a run, which is not needed here.
  const run = newRun(tenancy, report.report_id);
  await world.reports.create({ fingerprint: run.run_id, report, run });
  await world.runTransitions.cancel(run.run_id);

  const scheduleId = newId('reportSchedule');
  await world.schedules.create({
    key: { workspaceId, subjectId: owner, key: scheduleId, fingerprint: scheduleId },
    schedule: {
      scheduleId,
      organizationId,
      workspaceId,
      reportId: report.report_id,
      reportName: report.name,
      reportRevision: '1',
      owner,
      savedViewId: view.id,
      viewRevision: view.revision,
      windowSeconds,
      cadence,
      tzdbVersion: timeZones.version,
      recipients,
      next: nextRunOf(cadence, world.clock.now()),
    },
    present: ({ record }) => ({ ...record, execution_state: 'armed', unavailable_reasons: [], next_occurrences: [] }),
  });
  await world.relay();
  return scheduled(world, { scheduleId, reportId: report.report_id, savedViewId: view.id });
}

function scheduled(world: ScheduleWorld, ids: Pick<Scheduled, 'scheduleId' | 'reportId' | 'savedViewId'>): Scheduled {
  const { scheduleId, reportId } = ids;
  const stored = async (): Promise<StoredSchedule> => (await world.schedules.find(scheduleId))!;
  const editUnheard = async (change: Edit): Promise<void> => {
    const { record } = await stored();
    const { cadence = record.cadence, recipients = record.recipient_subject_ids, paused = record.paused } = change;
    const hasNewTime = change.cadence !== undefined || record.paused;
    const next: ScheduleEdit['next'] = hasNewTime ? nextRunOf(cadence, world.clock.now()) : 'kept';
    await world.schedules.update(scheduleId, record.revision, {
      cadence,
      tzdbVersion: timeZones.version,
      recipients,
      reportRevision: (await world.reports.find(reportId))?.revision,
      next: paused ? 'paused' : next,
    });
  };
  const occurrences = async (): Promise<ReportOccurrenceV1[]> =>
    (await world.occurrences.listOccurrences({ scheduleId, limit: 1_000, after: undefined })).reverse();
  return {
    ...ids,
    stored,
    occurrences,
    async latest(state) {
      let latest: ReportOccurrenceV1 | undefined;
      await waitUntil(async () => {
        latest = (await occurrences()).at(-1);
        if (latest?.state === state) return true;
        throw new Error(`It is ${latest?.state ?? 'not there'}, not ${state}.`);
      }, 20);
      return latest!;
    },
    editUnheard,
    async edit(change) {
      await editUnheard(change);
      await world.relay();
    },
    async delete() {
      const deletion = await world.schedules.delete(scheduleId);
      await world.relay();
      return deletion;
    },
    async deleteReport() {
      await world.reports.delete(reportId);
      await world.relay();
    },
  };
}

function nextRunOf(cadence: Cadence, now: Date): NextRun {
  const { at } = nextInstant(cadence, now, timeZones);
  return { at, localDate: intendedDate(cadence, at, timeZones) };
}
