/** The path of an organization; the path of a workspace follows it. */
export const ORGANIZATION = '/organizations/{org}';
export const WORKSPACE = `${ORGANIZATION}/workspaces/{ws}` as const;

/** The path of a gateway; the path of an environment follows it. */
export const GATEWAY = `${WORKSPACE}/applications/{app}/gateways/{gw}` as const;
export const ENVIRONMENT = `${GATEWAY}/environments/{env}` as const;
