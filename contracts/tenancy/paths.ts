/** Where what belongs to an organization lies, and what belongs to one of its workspaces. */
export const ORGANIZATION = '/organizations/{org}';
export const WORKSPACE = `${ORGANIZATION}/workspaces/{ws}` as const;

/** Where what belongs to a gateway lies, and what belongs to one of its environments. */
export const GATEWAY = `${WORKSPACE}/applications/{app}/gateways/{gw}` as const;
export const ENVIRONMENT = `${GATEWAY}/environments/{env}` as const;
