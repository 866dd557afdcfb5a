/** The most characters that the name of a user may have. */
export const MAX_USER_NAME = 64;

/**
 * The names with which people log in. They cannot be confused with each other, so they have no capital letters and no
 * spaces.
 */
export const USER_NAME_PATTERN = '^[a-z0-9][a-z0-9._@-]*$';
