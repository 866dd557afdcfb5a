import type { FastifyRequest } from 'fastify';
import { isViewVisible } from '../../../domain/tenancy/visibility.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { REPORT_DELIVERED } from '../../../domain/schedules/report-occurrence.ts';
import type { ReportOccurrenceV1 } from '../../../contracts/schedules/report-occurrence.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import type { ListedInboxItem } from '../../../store/schedules/report-inbox-store.ts';
import type { StoredRun } from '../../../store/reports/report-run-store.ts';
import type { StoredSchedule } from '../../../store/schedules/report-schedule-store.ts';
import type { ApiPorts } from '../../ports/ports.ts';
import type { RequestHook } from '../../frame/access/request-hook.ts';
import { type RequestSlot, requestSlot } from '../../frame/access/request-slot.ts';
import { createCallerContext, type CallerContext, pathId } from './caller-context.ts';
import { type ComparisonAccess, createComparisonAccess } from './comparison-access.ts';
import { createIdentityAccess, type IdentityAccess } from './identity-access.ts';
import { createVisibility, type Visibility } from './visibility.ts';

/**
 * The only place that decides what exists for a caller, by the rules of `domain/tenancy/`. Every hook runs before the
 * body is read. It loads and attaches what the path names, or answers 404 with the text for a thing that does not
 * exist. Each route uses one of these lists of hooks, in this order.
 */
export interface Access
  extends
    ComparisonAccess,
    IdentityAccess,
    Pick<
      CallerContext,
      'caller' | 'credential' | 'workspace' | 'producer' | 'requireCaller' | 'requireOrganization' | 'requireProducer'
    >,
    Pick<Visibility, 'visibleView' | 'visibleReport' | 'visibleReports' | 'isVisibleRun' | 'visibleSchedules'> {
  readonly savedView: RequestSlot<SavedView>;
  readonly report: RequestSlot<ReportV1>;
  readonly run: RequestSlot<StoredRun>;
  readonly schedule: RequestSlot<StoredSchedule>;
  readonly occurrence: RequestSlot<ReportOccurrenceV1>;
  readonly inboxItem: RequestSlot<ListedInboxItem>;
  readonly requireWorkspace: RequestHook[];
  readonly requireSavedView: RequestHook[];
  readonly requireReport: RequestHook[];
  readonly requireRun: RequestHook[];
  readonly requireSchedule: RequestHook[];
  readonly requireOccurrence: RequestHook[];
  /**
   * Attaches the item, and its run if the item comes from a scheduled report. Other kinds of sources are unknown here.
   */
  readonly requireInboxItem: RequestHook[];
}

type Ports = Pick<
  ApiPorts,
  | 'clock'
  | 'credentials'
  | 'sessionUsers'
  | 'tenancy'
  | 'savedViews'
  | 'reports'
  | 'schedules'
  | 'inbox'
  | 'serviceIdentities'
  | 'serviceCredentials'
  | 'routes'
  | 'cases'
  | 'comparisons'
  | 'samples'
  | 'comparisonRuns'
  | 'comparisonEvidence'
>;

/** Creates the access hooks over the stores. */
export function createAccess(ports: Ports): Access {
  const callerContext = createCallerContext(ports);
  const { enter, caller, requireOrganization } = callerContext;
  const visibility = createVisibility(ports);
  const savedView = requestSlot<SavedView>('saved view');
  const report = requestSlot<ReportV1>('report');
  const run = requestSlot<StoredRun>('run');
  const schedule = requestSlot<StoredSchedule>('schedule');
  const occurrence = requestSlot<ReportOccurrenceV1>('occurrence');
  const inboxItem = requestSlot<ListedInboxItem>('inbox item');

  const inWorkspace: RequestHook = async (request) => {
    await enter(request, pathId(request, 'ws'));
  };
  const withView: RequestHook = async (request) => {
    const found = await ports.savedViews.find(pathId(request, 'sv'));
    if (found === undefined) throw notFound();
    const tree = await enter(request, found.workspace_id);
    if (!isViewVisible(caller.of(request), tree, found)) throw notFound();
    savedView.set(request, found);
  };
  const withReport: RequestHook = async (request) => {
    const found = await ports.reports.find(pathId(request, 'rp'));
    if (found === undefined) throw notFound();
    const tree = await enter(request, found.workspace_id);
    if ((await visibility.visibleReports(caller.of(request), tree, [found])).length === 0) throw notFound();
    report.set(request, found);
  };
  const attachRun = async (request: FastifyRequest, found: StoredRun): Promise<void> => {
    const parent = await ports.reports.find(found.run.report_id);
    const tree = await enter(request, found.run.workspace_id);
    if (parent === undefined) throw notFound();
    if (!visibility.isVisibleRun(caller.of(request), tree, { report: parent, ...found })) throw notFound();
    report.set(request, parent);
    run.set(request, found);
  };
  const withRun: RequestHook = async (request) => {
    const found = await ports.reports.findRun(pathId(request, 'run'));
    if (found?.run.report_id !== pathId(request, 'rp')) throw notFound();
    await attachRun(request, found);
  };
  const withSchedule: RequestHook = async (request) => {
    const found = await ports.schedules.find(pathId(request, 'sch'));
    if (found === undefined) throw notFound();
    const tree = await enter(request, found.record.workspace_id);
    if ((await visibility.visibleSchedules(caller.of(request), tree, [found])).length === 0) throw notFound();
    schedule.set(request, found);
  };
  const withOccurrence: RequestHook = async (request) => {
    const found = await ports.schedules.findOccurrence(pathId(request, 'occ'));
    if (found?.schedule_id !== schedule.of(request).record.schedule_id) throw notFound();
    occurrence.set(request, found);
  };
  const withInboxItem: RequestHook = async (request) => {
    const found = await ports.inbox.find(pathId(request, 'delivery'));
    if (found?.recipient !== caller.of(request).subjectId) throw notFound();
    await enter(request, found.item.workspace_id);
    if (found.item.source_kind === REPORT_DELIVERED.sourceKind) {
      const delivered = await ports.reports.findRun(found.item.run_id);
      if (delivered === undefined) throw notFound();
      await attachRun(request, delivered);
    }
    inboxItem.set(request, found);
  };

  const requireSchedule = [...requireOrganization, withSchedule];
  return {
    ...visibility,
    ...callerContext,
    ...createComparisonAccess(callerContext, ports),
    ...createIdentityAccess(callerContext, ports),
    ...{ savedView, report, run, schedule, occurrence, inboxItem },
    requireWorkspace: [...requireOrganization, inWorkspace],
    requireSavedView: [...requireOrganization, withView],
    requireReport: [...requireOrganization, withReport],
    requireRun: [...requireOrganization, withRun],
    requireSchedule,
    requireOccurrence: [...requireSchedule, withOccurrence],
    requireInboxItem: [...requireOrganization, withInboxItem],
  };
}
