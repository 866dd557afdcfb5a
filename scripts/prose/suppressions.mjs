/** The maximum number of suppressions. A rule that needs more exceptions is the wrong rule. */
export const MAX_SUPPRESSIONS = 20;

/** The passages that may break a prose rule. Each entry has the page, a part of the text and the reason. */
export const SUPPRESSIONS = [];
