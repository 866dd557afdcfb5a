import { MANAGEMENT_REVISION } from './revision.ts';

/**
 * The epoch of the API. Within an epoch, operations and optional members are only added; nothing changes or disappears.
 */
export const MANAGEMENT_EPOCH = 2;

/** `<epoch>.<revision>`, as the description states it. */
export const MANAGEMENT_VERSION = `${MANAGEMENT_EPOCH}.${MANAGEMENT_REVISION}`;
