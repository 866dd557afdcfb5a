import { newId } from '../../store/postgres/new-id.ts';
import type { NewReport } from '../../store/reports/report-store.ts';
import type { NewSchedule } from '../../store/schedules/report-schedule-store.ts';
import { newReport, newRun } from '../reports/new-report.ts';
import { newSchedule, present, type Scheduled } from '../schedules/new-schedule.ts';
import { newView } from '../views/new-view.ts';
import type { ControlPlanePlace } from './control-plane-place.ts';
import type { PlaneTenancy } from './plane-tenancy.ts';

/** A report of a new view that the other subject receives, with its first run queued. */
export async function makeReport(
  place: ControlPlanePlace,
  given?: PlaneTenancy,
  over: Partial<NewReport> = {},
): Promise<Scheduled> {
  const tenancy = given ?? (await place.makeTenancy());
  const view = await place.savedViews.create(newView(tenancy));
  const report = newReport(tenancy, view.id, { recipient_subject_ids: [tenancy.otherId], ...over });
  const run = newRun(tenancy, report.report_id);
  await place.reports.create({ fingerprint: 'f', report, run });
  return { tenancy, viewId: view.id, reportId: report.report_id, firstRunId: run.run_id };
}

/** Saves a schedule under a key of its own. */
export async function saveSchedule(
  place: ControlPlanePlace,
  scheduled: Scheduled,
  over: Partial<NewSchedule> = {},
): Promise<string> {
  const schedule = newSchedule(scheduled, over);
  const { workspaceId, owner: subjectId, scheduleId } = schedule;
  await place.schedules.create({
    key: { workspaceId, subjectId, key: newId('request'), fingerprint: 'f' },
    schedule,
    present,
  });
  return scheduleId;
}

/** The messages that the work left for Temporal, in order, `kind workflow_id`. */
export async function toldBy(place: ControlPlanePlace, work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = (await place.outbox()).length;
  await work();
  return (await place.outbox()).slice(before);
}

/** A page of a list, by where it goes on. */
type Page<Row> = (page: { limit: number; after: { createdAt: string; id: string } | undefined }) => Promise<Row[]>;

/** The ids of all pages of a list, page by page; a full page is followed by another. */
export async function readPages<Row>(
  list: Page<Row>,
  limit: number,
  keyOf: (row: Row) => { createdAt: string; id: string },
): Promise<string[][]> {
  const pages: string[][] = [];
  let after: { createdAt: string; id: string } | undefined;
  do {
    const keys = (await list({ limit, after })).map(keyOf);
    pages.push(keys.map(({ id }) => id));
    after = keys.length < limit ? undefined : keys.at(-1);
  } while (after !== undefined);
  return pages;
}
