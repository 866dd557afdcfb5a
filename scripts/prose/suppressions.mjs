/** The maximum number of suppressions: a rule with more exceptions is the wrong rule. */
export const MAX_SUPPRESSIONS = 20;

/** The passages that may break a rule of the prose, by a part of their text, with the reason. */
export const SUPPRESSIONS = [];
