/** The limits of one request in any format: decoded bytes, and events. */
export const TRAFFIC_LIMITS = { bytes: 5_242_880, events: 10_000 } as const;

/** The maximum number of faults that an answer lists; the count includes all of them. */
export const MAX_LISTED_FAULTS = 100;
