/** The maximum number of open streams of live decisions: of a credential, of a user, and of one API process. */
export const DECISION_STREAM_LIMITS = { credential: 4, user: 16, process: 200 } as const;
export type DecisionStreamLimit = keyof typeof DECISION_STREAM_LIMITS;

/**
 * The ways in which a stream of live decisions ends. `reader_gone`: its connection ended. `right_lost`: its credential
 * no longer opens it. `right_unconfirmed`: the right could not be checked for too long. `stopping`: its process stops.
 */
export const DECISION_STREAM_ENDS = ['reader_gone', 'right_lost', 'right_unconfirmed', 'stopping'] as const;
export type DecisionStreamEnd = (typeof DECISION_STREAM_ENDS)[number];
