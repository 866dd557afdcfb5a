const DAY_MS = 86_400_000;

/** The lifetime of a token without a stated expiry, in milliseconds. */
export const DEFAULT_TOKEN_MS = 90 * DAY_MS;

/** The maximum lifetime of a token that is created over the API, in milliseconds. */
export const MAX_TOKEN_MS = 365 * DAY_MS;

/** The maximum number of tokens in force that one user, or one token without a user, has created. */
export const MAX_TOKENS_OF_CREATOR = 100;

/** The maximum number of tokens in a chain in which each token created the next one. */
export const MAX_TOKEN_CHAIN = 8;
