/** Where the management plane is: its description lies here, and so do the types of its problems, below `/problems/`. */
export const MANAGEMENT_ROOT = '/tt/api';

/** Where its operations live. The path is for good: what changes is told by the version. */
export const MANAGEMENT_PATH = '/tt/api/v1';
