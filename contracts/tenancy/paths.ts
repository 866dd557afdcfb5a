/** Where what belongs to an organization lies, and what belongs to one of its workspaces. */
export const ORGANIZATION = '/organizations/{org}';
export const WORKSPACE = `${ORGANIZATION}/workspaces/{ws}` as const;
