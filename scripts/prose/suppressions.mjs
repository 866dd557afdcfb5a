/** The maximum number of suppressions: a rule with more exceptions is the wrong rule. */
export const MAX_SUPPRESSIONS = 20;

/** Passages that break a rule of the prose, by a part of their text, and why they stay. */
export const SUPPRESSIONS = [];
