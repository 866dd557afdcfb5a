/** The decisions of the gateway about a call: it was admitted, or it was refused before a provider got it. */
export const CALL_DECISION_KINDS = ['admitted', 'refused'] as const;
export type CallDecisionKind = (typeof CALL_DECISION_KINDS)[number];
