import { MANAGEMENT_REVISION } from './revision.ts';

/** The epoch of the API. Within an epoch, operations and optional members are added; none changes or disappears. */
export const MANAGEMENT_EPOCH = 2;

/** `<epoch>.<revision>`, as it stands in the description. */
export const MANAGEMENT_VERSION = `${MANAGEMENT_EPOCH}.${MANAGEMENT_REVISION}`;
