import type { FastifyRequest } from 'fastify';
import { covers, mayEnter } from '../domain/access/resolve.ts';
import type { Caller, WorkspaceTree } from '../domain/access/scope.ts';
import { notFound } from '../domain/errors.ts';
import type { IdKind } from '../domain/ids.ts';
import { isForgotten } from '../domain/report-run.ts';
import { idPattern } from '../contracts/ids.ts';
import type { ReportV1 } from '../contracts/report.ts';
import type { SavedView } from '../contracts/saved-view.ts';
import type { StoredRun } from '../store/report-runs.ts';
import { authenticate } from './authenticate.ts';
import type { ApiPorts } from './ports.ts';
import { type RequestSlot, requestSlot } from './request-slot.ts';

type RequestHook = (request: FastifyRequest) => Promise<void>;

/**
 * The one place that decides what exists for a caller. Every hook runs before the body is read, loads what the path
 * names and attaches it, or answers 404 with the words for a thing that is not there. The hooks of a route are, in
 * this order, one of these lists.
 */
export interface Access {
  readonly caller: RequestSlot<Caller>;
  /** The workspace of the path, or of the item that the path names. */
  readonly workspace: RequestSlot<WorkspaceTree>;
  readonly savedView: RequestSlot<SavedView>;
  readonly report: RequestSlot<ReportV1>;
  readonly run: RequestSlot<StoredRun>;
  readonly requireOrganization: RequestHook[];
  readonly requireWorkspace: RequestHook[];
  readonly requireSavedView: RequestHook[];
  readonly requireReport: RequestHook[];
  readonly requireRun: RequestHook[];
  /** The view that a body names, if it exists for this caller in this workspace. */
  visibleView(caller: Caller, workspace: WorkspaceTree, savedViewId: string): Promise<SavedView | undefined>;
  /** Those of the reports that exist for the caller: owned or received, and their latest run's scope still covered. */
  visibleReports(caller: Caller, workspace: WorkspaceTree, reports: readonly ReportV1[]): Promise<ReportV1[]>;
}

type Ports = Pick<ApiPorts, 'clock' | 'credentials' | 'tenancy' | 'savedViews' | 'reports'>;

/** Binds concealment to the stores. */
export function createAccess(ports: Ports): Access {
  const caller = requestSlot<Caller>('caller');
  const workspace = requestSlot<WorkspaceTree>('workspace');
  const savedView = requestSlot<SavedView>('saved view');
  const report = requestSlot<ReportV1>('report');
  const run = requestSlot<StoredRun>('run');

  const visibleReports: Access['visibleReports'] = async (viewer, tree, reports) => {
    const own = reports.filter((one) => isOwnerOrRecipient(one, viewer.subjectId));
    const scopes = await ports.reports.latestScopes(own.map((one) => one.report_id));
    return own.filter((one) => mayReadAll(viewer, tree, scopes.get(one.report_id)));
  };

  const visibleView: Access['visibleView'] = async (viewer, tree, savedViewId) => {
    const found = await ports.savedViews.find(savedViewId);
    return found?.workspace_id === tree.workspaceId && isInAudience(found, viewer) ? found : undefined;
  };

  const signedIn: RequestHook = async (request) => {
    caller.set(request, await authenticate(ports, request.headers.authorization));
  };
  const inOrganization: RequestHook = (request) => {
    const organizationId = pathId(request, 'org', 'organization');
    if (caller.of(request).organizationId !== organizationId) throw notFound();
    return Promise.resolve();
  };
  const enter = async (request: FastifyRequest, workspaceId: string): Promise<WorkspaceTree> => {
    const tree = await ports.tenancy.loadTree(workspaceId);
    if (tree === undefined || !mayEnter(caller.of(request), tree)) throw notFound();
    workspace.set(request, tree);
    return tree;
  };
  const inWorkspace: RequestHook = async (request) => {
    await enter(request, pathId(request, 'ws', 'workspace'));
  };
  const withView: RequestHook = async (request) => {
    const found = await ports.savedViews.find(pathId(request, 'sv', 'savedView'));
    if (found === undefined) throw notFound();
    await enter(request, found.workspace_id);
    if (!isInAudience(found, caller.of(request))) throw notFound();
    savedView.set(request, found);
  };
  const withReport: RequestHook = async (request) => {
    const found = await ports.reports.find(pathId(request, 'rp', 'report'));
    if (found === undefined) throw notFound();
    const tree = await enter(request, found.workspace_id);
    if ((await visibleReports(caller.of(request), tree, [found])).length === 0) throw notFound();
    report.set(request, found);
  };
  const withRun: RequestHook = async (request) => {
    const found = await ports.reports.findRun(pathId(request, 'run', 'reportRun'));
    if (found?.run.report_id !== pathId(request, 'rp', 'report')) throw notFound();
    const { finished_at: finishedAt } = found.run;
    if (isForgotten(finishedAt === undefined ? undefined : new Date(finishedAt), ports.clock.now())) throw notFound();
    const parent = await ports.reports.find(found.run.report_id);
    const tree = await enter(request, found.run.workspace_id);
    const viewer = caller.of(request);
    if (parent === undefined || !isOwnerOrRecipient(parent, viewer.subjectId)) throw notFound();
    if (!mayReadAll(viewer, tree, found.scopeEnvironmentIds)) throw notFound();
    report.set(request, parent);
    run.set(request, found);
  };

  const requireOrganization = [signedIn, inOrganization];
  return {
    caller,
    workspace,
    savedView,
    report,
    run,
    requireOrganization,
    requireWorkspace: [...requireOrganization, inWorkspace],
    requireSavedView: [...requireOrganization, withView],
    requireReport: [...requireOrganization, withReport],
    requireRun: [...requireOrganization, withRun],
    visibleView,
    visibleReports,
  };
}

/** An id that the path names. One that no id of its kind can be is not there. */
function pathId(request: FastifyRequest, parameter: string, kind: IdKind): string {
  const value = (request.params as Record<string, string | undefined>)[parameter] ?? '';
  if (!new RegExp(idPattern(kind)).test(value)) throw notFound();
  return value;
}

function isInAudience(view: SavedView, caller: Caller): boolean {
  return view.audience === 'team' || view.owner === caller.subjectId;
}

/** Every frozen scope names a leaf; one that names none is unknown, and what is unknown is concealed. */
function mayReadAll(caller: Caller, tree: WorkspaceTree, environmentIds: readonly string[] = []): boolean {
  return environmentIds.length > 0 && covers(caller, tree, environmentIds, 'metadata.read');
}

function isOwnerOrRecipient(report: ReportV1, subjectId: string): boolean {
  return report.owner === subjectId || report.recipient_subject_ids.includes(subjectId);
}
