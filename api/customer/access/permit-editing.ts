import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import { permitReading } from './permit-reading.ts';

/**
 * Permits only the owner of a view to change or delete it, while the owner may read in its workspace.
 *
 * @throws Refusal `forbidden` for all others who see the view
 */
export function permitEditing(caller: Caller, workspace: WorkspaceTree, view: SavedView): void {
  permitReading(caller, workspace);
  if (view.owner === caller.subjectId) return;
  throw new Refusal('forbidden', 'Only the owner of this saved view can change it. Save your own view instead.');
}
