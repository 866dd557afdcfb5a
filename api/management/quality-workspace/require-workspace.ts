import { invalidMember, notFound } from '../../../domain/kernel/errors.ts';
import type { QualityWorkspacePorts } from '../ports/quality-workspace-ports.ts';

/**
 * The workspace of a request: the stated one, or the only one of the installation.
 *
 * @throws Refusal `not_found` for an unknown workspace; `validation_failed` if none is stated and the installation does
 *   not have exactly one
 */
export async function requireWorkspace(
  { qualityWorkspaces }: QualityWorkspacePorts,
  workspaceId: string | undefined,
): Promise<string> {
  if (workspaceId !== undefined) {
    if (await qualityWorkspaces.has(workspaceId)) return workspaceId;
    throw notFound(`There is no workspace ${workspaceId}. Check \`workspace_id\`.`);
  }
  const { count, first } = await qualityWorkspaces.survey();
  if (first !== undefined && count === 1) return first;
  const detail = `This installation has ${count} workspaces, so \`workspace_id\` is required. Send it.`;
  throw invalidMember('/workspace_id', detail);
}
