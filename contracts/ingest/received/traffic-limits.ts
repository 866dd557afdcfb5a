/** The limits of one request in any format: decoded bytes, and events. */
export const TRAFFIC_LIMITS = { bytes: 5_242_880, events: 10_000 } as const;

/** Faults that an answer lists; all of them are counted. */
export const MAX_LISTED_FAULTS = 100;
