import { notFound } from '../../domain/kernel/errors.ts';
import type { Caller, WorkspaceTree } from '../../domain/tenancy/scope.ts';
import type { TenancyStore } from '../../store/tenancy/tenancy-store.ts';

/** A subject for which the operator acts, with its permissions, and the workspace in which it acts. */
interface ActingSubject {
  readonly caller: Caller;
  readonly workspace: WorkspaceTree;
}

/**
 * Loads a subject and a workspace, so that a command follows the rules of the customer lane for this subject.
 * @throws Refusal `not_found` if one of them does not exist
 */
export async function loadActingSubject(
  tenancy: Pick<TenancyStore, 'loadCaller' | 'loadTree'>,
  { subjectId, workspaceId }: { readonly subjectId: string; readonly workspaceId: string },
): Promise<ActingSubject> {
  const caller = await tenancy.loadCaller(subjectId);
  if (caller === undefined) throw notFound(`There is no subject ${subjectId}. Check the id.`);
  const workspace = await tenancy.loadTree(workspaceId);
  if (workspace === undefined) throw notFound(`There is no workspace ${workspaceId}. Check the id.`);
  return { caller, workspace };
}
