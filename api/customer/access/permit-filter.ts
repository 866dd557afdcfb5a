import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { mayReadFilter } from '../../../contracts/views/may-read-filter.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';

/**
 * Permits a question with a `dimension_filter` only to callers who may see its values. An answer, or a revision that
 * stays equal after an edit, would confirm a guess at them.
 *
 * @throws Refusal `forbidden`
 */
export function permitFilter(caller: Caller, workspace: WorkspaceTree, question: SavedView['query']): void {
  if (mayReadFilter(caller, workspace, question)) return;
  throw new Refusal(
    'forbidden',
    'A question with `dimension_filter` requires `dimensions.read` on its complete scope. Ask an operator for this permission.',
  );
}
