/**
 * The value of a fact whose own value is beyond the share of its key. Every way of sending trims values, so no caller
 * can state it. A line of the traffic format may state it, because later events of a request repeat the dimensions of
 * its facts.
 */
export const FOLDED_VALUE = ' folded';

/** The key of the only tag of a fact whose tags are beyond the share of its key. The tag has `FOLDED_VALUE`. */
export const FOLDED_TAG_KEY = 'folded';

/**
 * The number of values that one virtual key may add to a dimension in an environment and UTC day, unless it is
 * configured. A million users a day through one key stay exact, with a reserve for values that are counted twice while
 * their batch is not loaded. All keys together may add twice as many.
 */
export const MAX_VALUES_OF_KEY = 1_048_576;

/** The multiple of these numbers for tags, which are several dimensions with one share. */
export const TAG_SHARES = 4;
