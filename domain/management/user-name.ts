/** The most characters that the name of a user may have. */
export const MOST_USER_NAME = 64;

/** What people type to log in: nothing that can be mistaken for another one, so no capital letters and no spaces. */
export const USER_NAME_PATTERN = '^[a-z0-9][a-z0-9._@-]*$';
