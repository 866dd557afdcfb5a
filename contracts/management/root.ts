/**
 * The root path of the management plane. Its description lies here, and the types of its problems lie below
 * `/problems/`.
 */
export const MANAGEMENT_ROOT = '/tt/api';

/** The root path of its operations. The path never changes; the version announces changes. */
export const MANAGEMENT_PATH = '/tt/api/v1';
