import { covers, mayEnter, reaches } from './resolve.ts';
import type { Caller, ScopeBlock, WorkspaceTree } from './scope.ts';

/**
 * True if a node of the tree exists for a caller, with its name. The caller may do something on it, on a parent, or on
 * something inside it. Sibling nodes do not exist for the caller.
 */
export function seesNode(caller: Caller, node: ScopeBlock): boolean {
  return reaches(caller, node);
}

/** True where a saved view exists for somebody who may enter the workspace: a view of the team there, and one's own. */
export function seesView(
  { subjectId }: Caller,
  { workspaceId }: WorkspaceTree,
  view: { readonly workspace_id: string; readonly audience: 'team' | 'personal'; readonly owner: string },
): boolean {
  return view.workspace_id === workspaceId && (view.audience === 'team' || view.owner === subjectId);
}

/**
 * True when the caller may read every leaf of a whole scope, frozen or asked about. Every frozen scope names a leaf, so
 * that one that names none is unknown; a question that names none is about nothing. Neither is covered by anybody.
 */
export function mayReadAll(
  caller: Caller,
  workspace: WorkspaceTree,
  environmentIds: readonly string[] | undefined,
): boolean {
  if (environmentIds === undefined) return false;
  return environmentIds.length > 0 && covers(caller, workspace, environmentIds, 'metadata.read');
}

/** The people of a report, or of a schedule of it. */
export function audienceOf(document: {
  readonly owner: string;
  readonly recipient_subject_ids: readonly string[];
}): readonly string[] {
  return [document.owner, ...document.recipient_subject_ids];
}

/**
 * True where what a report shows exists for somebody: they are named by it, may enter its workspace now, and may read
 * the whole scope that is frozen on its run. How long a run is remembered is no matter of access.
 */
export function mayOpen(
  caller: Caller,
  workspace: WorkspaceTree,
  opened: { readonly audience: readonly string[]; readonly environmentIds: readonly string[] | undefined },
): boolean {
  return (
    opened.audience.includes(caller.subjectId) &&
    mayEnter(caller, workspace) &&
    mayReadAll(caller, workspace, opened.environmentIds)
  );
}
