import { canActOnAll, canActOnWorkspace, scopeEnvironmentIds } from '../../domain/tenancy/resolve.ts';
import type { Caller, WorkspaceTree } from '../../domain/tenancy/scope.ts';
import { filtersByDimension } from '../insight/redact-question.ts';
import type { SavedView } from './saved-view.ts';

/**
 * True if the caller may see the values in the `dimension_filter` of a stored question. The caller must hold
 * `dimensions.read` on every environment that the question covers in the complete workspace, for any reader. If it
 * covers none yet, the caller must hold the action on the workspace. Also true for a question without such a filter.
 */
export function mayReadFilter(caller: Caller, workspace: WorkspaceTree, question: SavedView['query']): boolean {
  if (!filtersByDimension(question)) return true;
  const environmentIds = scopeEnvironmentIds(workspace, question['scope'] ?? {});
  if (environmentIds.length === 0) return canActOnWorkspace(caller, workspace, 'dimensions.read');
  return canActOnAll(caller, workspace, environmentIds, 'dimensions.read');
}
