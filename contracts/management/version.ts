import { MANAGEMENT_REVISION } from './revision.ts';

/** What the wire promises: within an epoch, operations and optional members are added, and none changes or goes. */
export const MANAGEMENT_EPOCH = 2;

/** `<epoch>.<revision>`, as it stands in the description. */
export const MANAGEMENT_VERSION = `${MANAGEMENT_EPOCH}.${MANAGEMENT_REVISION}`;
