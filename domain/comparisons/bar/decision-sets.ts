/** The possible outcomes of a bar. */
export const DECISION_OUTCOMES = ['meets_bar', 'does_not_meet_bar', 'not_enough_evidence'] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

/** The effects of a decision on a route. */
export const DECISION_ACTIONS = ['keep_route', 'change_route'] as const;
