/** The path of an organization; the path of a workspace follows it. */
export const ORGANIZATION_PATH = '/organizations/{org}';
export const WORKSPACE_PATH = `${ORGANIZATION_PATH}/workspaces/{ws}` as const;

/** The path of a gateway; the path of an environment follows it. */
export const GATEWAY_PATH = `${WORKSPACE_PATH}/applications/{app}/gateways/{gw}` as const;
export const ENVIRONMENT_PATH = `${GATEWAY_PATH}/environments/{env}` as const;
