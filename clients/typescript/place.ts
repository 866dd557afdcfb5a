/** The place of a client: an organization, one of its workspaces, and a part of that. */
export interface Place {
  readonly organizationId: string;
  /** Needed by operations on what a workspace holds; what carries an id of its own is found without it. */
  readonly workspaceId?: string | undefined;
  /** Needed, with its application, by operations on what a gateway or one of its environments holds. */
  readonly gatewayId?: string | undefined;
  readonly applicationId?: string | undefined;
  /** Needed by operations on what an environment holds. */
  readonly environmentId?: string | undefined;
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

/**
 * The ids of a gateway and all that it lies in, as paths name them.
 *
 * @throws TypeError where the client has none
 */
export function inGateway(place: Place): { org: string; ws: string; app: string; gw: string } {
  const { applicationId, gatewayId } = place;
  if (applicationId === undefined || gatewayId === undefined) {
    throw new TypeError('This operation needs a gateway: take client.at() with its id and that of its application.');
  }
  return { ...inWorkspace(place), app: applicationId, gw: gatewayId };
}

/**
 * The ids of an environment and all that it lies in, as paths name them.
 *
 * @throws TypeError where the client has none
 */
export function inEnvironment(place: Place): { org: string; ws: string; app: string; gw: string; env: string } {
  const { environmentId } = place;
  if (environmentId === undefined) {
    throw new TypeError('This operation needs an environment: take client.at() with its id and all that it lies in.');
  }
  return { ...inGateway(place), env: environmentId };
}
