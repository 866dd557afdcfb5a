/** The maximum number of service identities in a workspace. */
export const MAX_SERVICE_IDENTITIES = 100;

/** The maximum number of credentials of one service identity that are in force. Gateways hold all of them in memory. */
export const MAX_CREDENTIALS_IN_FORCE = 100;

/** The maximum number of teams in a workspace. */
export const MAX_TEAMS = 1_000;

/** The maximum number of teams of one credential. */
export const MAX_KEY_TEAMS = 8;

/** The longest lifetime of a credential, in days. */
export const MAX_TTL_DAYS = 365;

/** The longest time for which a credential and its successor are both in force, in minutes. */
export const MAX_OVERLAP_MINUTES = 1_440;

/** The time for which a credential and its successor are both in force by default, in minutes. */
export const DEFAULT_OVERLAP_MINUTES = 15;
