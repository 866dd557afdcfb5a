/**
 * The part of the tenancy that a client addresses: an organization, and optionally a workspace and a node inside it.
 */
export interface Place {
  readonly organizationId: string;
  /** Required by operations that address a workspace. Operations that address a resource by its id do not need it. */
  readonly workspaceId?: string | undefined;
  /** Required, with the application, by operations on the contents of a gateway or of one of its environments. */
  readonly gatewayId?: string | undefined;
  readonly applicationId?: string | undefined;
  /** Required by operations on the contents of an environment. */
  readonly environmentId?: string | undefined;
}

/**
 * The ids of the organization and the workspace, by their names in paths.
 *
 * @throws TypeError if the client has no workspace
 */
export function inWorkspace({ organizationId, workspaceId }: Place): { org: string; ws: string } {
  if (workspaceId === undefined) {
    throw new TypeError('This operation needs a workspace. Create the client with a workspaceId, or call client.at().');
  }
  return { org: organizationId, ws: workspaceId };
}

/**
 * The ids of the gateway and its parents, by their names in paths.
 *
 * @throws TypeError if the client has no gateway
 */
export function inGateway(place: Place): { org: string; ws: string; app: string; gw: string } {
  const { applicationId, gatewayId } = place;
  if (applicationId === undefined || gatewayId === undefined) {
    throw new TypeError(
      'This operation needs a gateway. Call client.at() with the ids of the gateway and its application.',
    );
  }
  return { ...inWorkspace(place), app: applicationId, gw: gatewayId };
}

/**
 * The ids of the environment and its parents, by their names in paths.
 *
 * @throws TypeError if the client has no environment
 */
export function inEnvironment(place: Place): { org: string; ws: string; app: string; gw: string; env: string } {
  const { environmentId } = place;
  if (environmentId === undefined) {
    throw new TypeError(
      'This operation needs an environment. Call client.at() with the ids of the environment and its parents.',
    );
  }
  return { ...inGateway(place), env: environmentId };
}
