import { Refusal, type FieldFault } from '../../domain/kernel/errors.ts';
import type { StoredQuestion } from './insight-query.ts';

/**
 * Refuses a body that names an organization or a workspace other than those of the path. It is never rewritten, and the
 * answer does not depend on whether the named nodes exist.
 *
 * @throws Refusal `validation_failed` with a pointer to each differing member
 */
export function refuseForeignScope(
  query: Pick<StoredQuestion, 'scope'>,
  path: { readonly organizationId: string; readonly workspaceId: string },
): void {
  const { organization_id: organization, workspace_id: workspace } = query.scope ?? {};
  const faults: FieldFault[] = [];
  if (organization !== undefined && organization !== path.organizationId) {
    faults.push({ pointer: '/scope/organization_id', detail: 'must be the organization of the path, or absent' });
  }
  if (workspace !== undefined && workspace !== path.workspaceId) {
    faults.push({ pointer: '/scope/workspace_id', detail: 'must be the workspace of the path, or absent' });
  }
  if (faults.length > 0) {
    throw new Refusal(
      'validation_failed',
      'The scope of the question differs from the scope in its path. Send the scope of the path, or omit it.',
      { faults },
    );
  }
}
