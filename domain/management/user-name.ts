/** The maximum length of a user name in characters. */
export const MAX_USER_NAME = 64;

/** The pattern of user names. They have no capital letters and no spaces, so that names cannot be confused. */
export const USER_NAME_PATTERN = '^[a-z0-9][a-z0-9._@-]*$';
