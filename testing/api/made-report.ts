import type { NewReport } from '../../clients/typescript/lane.ts';
import type { ReportV1 } from '../../contracts/reports/report.ts';
import type { ReportRunV1 } from '../../contracts/reports/report-run.ts';
import type { SavedView } from '../../contracts/views/saved-view.ts';
import { makeView } from './answers.ts';
import { ORGANIZATION_ID, SUBJECTS, type SubjectName, WORKSPACE_ID } from './demo-ids.ts';
import { TestApi, type TestCallOptions } from './test-api.ts';

export const REPORTS_PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/reports`;

/** A report of the owner with its first run, and their paths. */
export interface MadeReport {
  readonly api: TestApi;
  readonly view: SavedView;
  readonly report: ReportV1;
  readonly run: ReportRunV1;
  /** The ids of report and run, in the order of the client's parameters. */
  readonly at: readonly [reportId: string, runId: string];
  readonly reportPath: string;
  readonly runsPath: string;
  readonly runPath: string;
}

/** A view of the team about the whole workspace, with `change`. */
export async function saveView(
  api: TestApi,
  change: Record<string, unknown> = {},
  as: TestCallOptions['as'] = 'owner',
): Promise<SavedView> {
  return (await api.client(as).savedViews.create(makeView(change))).data;
}

/** The query of a view that covers only these applications. */
export function makeApplicationQuery(...ids: string[]): Record<string, unknown> {
  return { query: { ...makeView().query, scope: { application_ids: ids } } };
}

/** The body that creates a report of the view. `change` may also be a change that the API refuses. */
export function makeReportBody(view: SavedView, change: Record<string, unknown> = {}): NewReport {
  return {
    name: 'Weekly',
    saved_view_id: view.id,
    expected_view_revision: view.revision,
    recipient_subject_ids: [],
    evidence_refs: [],
    ...change,
  };
}

/** Gives a subject the access of another; the returned function restores it. */
export function copyAccess({ plane }: TestApi, to: SubjectName, from: SubjectName): () => void {
  const caller = plane.callers.get(SUBJECTS[to])!;
  plane.callers.set(SUBJECTS[to], { ...caller, bindings: plane.callers.get(SUBJECTS[from])!.bindings });
  return () => void plane.callers.set(SUBJECTS[to], caller);
}

/**
 * Creates a report whose recipients are the analyst (without `cost.read` and `dimensions.read`) and `narrow` (who may
 * see one application).
 */
export async function makeReport(
  change: {
    view?: Record<string, unknown>;
    body?: Record<string, unknown>;
    idempotencyKey?: string;
    api?: TestApi;
  } = {},
): Promise<MadeReport> {
  const api = change.api ?? new TestApi();
  const view = await saveView(api, change.view);
  const recipients = { recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.narrow] };
  const body = makeReportBody(view, { ...recipients, ...change.body });
  const { idempotencyKey } = change;
  const { report, run } = (await api.client().reports.create(body, { idempotencyKey })).data;
  const at = [report.report_id, run.run_id] as const;
  const reportPath = `/organizations/${ORGANIZATION_ID}/reports/${report.report_id}`;
  const runsPath = `${reportPath}/runs`;
  return { api, view, report, run, at, reportPath, runsPath, runPath: `${runsPath}/${run.run_id}` };
}
