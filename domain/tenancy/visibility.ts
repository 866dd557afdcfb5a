import { canActOnAll, canEnterWorkspace, hasBindingAt } from './resolve.ts';
import type { Caller, ScopeBlock, WorkspaceTree } from './scope.ts';

/**
 * True if a node of the tree exists for a caller, with its name: the caller holds an action on the node, on an
 * ancestor, or on something inside it. Sibling nodes do not exist for the caller.
 */
export function isNodeVisible(caller: Caller, node: ScopeBlock): boolean {
  return hasBindingAt(caller, node);
}

/**
 * True if a saved view exists for a caller who may enter the workspace: the view belongs to this workspace, and to the
 * team or to the caller.
 */
export function isViewVisible(
  { subjectId }: Caller,
  { workspaceId }: WorkspaceTree,
  view: { readonly workspace_id: string; readonly audience: 'team' | 'personal'; readonly owner: string },
): boolean {
  return view.workspace_id === workspaceId && (view.audience === 'team' || view.owner === subjectId);
}

/**
 * True if the caller may read every environment of a complete scope, from a frozen run or a question. An undefined or
 * empty scope is not readable for anybody: a frozen scope always names an environment.
 */
export function canReadAll(
  caller: Caller,
  workspace: WorkspaceTree,
  environmentIds: readonly string[] | undefined,
): boolean {
  if (environmentIds === undefined) return false;
  return environmentIds.length > 0 && canActOnAll(caller, workspace, environmentIds, 'metadata.read');
}

/** The subjects of a report or a schedule: its owner and its recipients. */
export function reportAudience(document: {
  readonly owner: string;
  readonly recipient_subject_ids: readonly string[];
}): readonly string[] {
  return [document.owner, ...document.recipient_subject_ids];
}

/**
 * True if the content of a report exists for the caller. The report names the caller, the caller may enter its
 * workspace now, and may read the complete scope that its run froze. Retention of the run is checked elsewhere.
 */
export function canOpenReport(
  caller: Caller,
  workspace: WorkspaceTree,
  opened: { readonly audience: readonly string[]; readonly environmentIds: readonly string[] | undefined },
): boolean {
  return (
    opened.audience.includes(caller.subjectId) &&
    canEnterWorkspace(caller, workspace) &&
    canReadAll(caller, workspace, opened.environmentIds)
  );
}
