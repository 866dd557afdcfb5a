/** What a client speaks of: an organization, and one of its workspaces. */
export interface Place {
  readonly organizationId: string;
  /** Needed by operations on what a workspace holds; what carries an id of its own is found without it. */
  readonly workspaceId?: string | undefined;
}

/**
 * The ids of the organization and its workspace, as paths name them.
 *
 * @throws TypeError where the client has no workspace
 */
export function inWorkspace({ organizationId, workspaceId }: Place): { org: string; ws: string } {
  if (workspaceId === undefined) {
    throw new TypeError('This operation needs a workspace: make the client with a workspaceId, or take client.at().');
  }
  return { org: organizationId, ws: workspaceId };
}
