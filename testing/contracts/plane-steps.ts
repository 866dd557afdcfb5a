import { newId } from '../../store/postgres/new-id.ts';
import type { ReportToStore } from '../../store/reports/report-store.ts';
import type { NewSchedule } from '../../store/schedules/report-schedule-store.ts';
import { newReport, newRun } from '../reports/new-report.ts';
import { storableSchedule, presentStoredSchedule, type ScheduledReport } from '../schedules/new-schedule.ts';
import { newView } from '../views/new-view.ts';
import type { ContractPlane } from './contract-plane.ts';
import type { PlaneTenancy } from './plane-tenancy.ts';

/** Creates a report of a new view, with the other subject as recipient and its first run queued. */
export async function makePlaneReport(
  plane: ContractPlane,
  given?: PlaneTenancy,
  over: Partial<ReportToStore> = {},
): Promise<ScheduledReport> {
  const tenancy = given ?? (await plane.makeTenancy());
  const view = await plane.savedViews.create(newView(tenancy));
  const report = newReport(tenancy, view.id, { recipient_subject_ids: [tenancy.otherId], ...over });
  const run = newRun(tenancy, report.report_id);
  await plane.reports.create({ fingerprint: 'f', report, run });
  return { tenancy, viewId: view.id, reportId: report.report_id, firstRunId: run.run_id };
}

/** Saves a schedule under a new idempotency key. */
export async function saveSchedule(
  plane: ContractPlane,
  scheduled: ScheduledReport,
  over: Partial<NewSchedule> = {},
): Promise<string> {
  const schedule = storableSchedule(scheduled, over);
  const { workspaceId, owner: subjectId, scheduleId } = schedule;
  await plane.schedules.create({
    key: { workspaceId, subjectId, key: newId('request'), fingerprint: 'f' },
    schedule,
    present: presentStoredSchedule,
  });
  return scheduleId;
}

/** Runs `work`, and returns its messages for Temporal in order, as `kind workflow_id`. */
export async function readOutboxItems(plane: ContractPlane, work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = (await plane.outbox()).length;
  await work();
  return (await plane.outbox()).slice(before);
}

/** A function that reads the page of a list after a position. */
type Page<Row> = (page: { limit: number; after: { createdAt: string; id: string } | undefined }) => Promise<Row[]>;

/** Reads the ids of a list, page by page, until a page is not full. */
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
