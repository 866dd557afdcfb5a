import { EVALUATOR_KEY } from './evaluator-key.ts';

/** The verdicts of outcomes, in the order of their numbers in `WORD`. */
export const WORDS = ['pass', 'fail', 'abstained', 'no_verdict'] as const;

/** The bits of a certainty from 0 to 1, which never use the two highest ones; and all of them, without a certainty. */
const CERTAINTY_BITS = 2n ** 62n - 1n;
const NO_CERTAINTY = CERTAINTY_BITS;

/**
 * A verdict and its certainty in one number: an aggregate of a number needs a quarter of the memory of one of a
 * tuple.
 */
const PACKED = `bitOr(bitShiftLeft(toUInt64(indexOf([${WORDS.map((word) => `'${word}'`).join()}], verdict) - 1), 62),
    if(isNull(judge_certainty), ${NO_CERTAINTY}, bitAnd(reinterpretAsUInt64(assumeNotNull(judge_certainty)), ${CERTAINTY_BITS})))`;

/**
 * The order of outcomes about one request: a missing verdict replaces none, then the time, and 20 bits of the id, so
 * that outcomes of the same millisecond have an order too.
 */
const AGE = `bitOr(bitShiftLeft(toUInt64(verdict != 'no_verdict'), 63),
    bitOr(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(occurred_at)), 20), bitAnd(cityHash64(outcome_id), 1048575)))`;

/** The number of a verdict in `WORDS`. */
export const WORD = 'bitShiftRight(newest, 62)';

/** The certainty as the bits of a double, whose order is that of the certainties. */
const CERTAINTY = `bitAnd(newest, ${CERTAINTY_BITS})`;

/** True if a verdict is a pass or a fail. */
export const IS_DECIDED = `${WORD} < 2`;

/** True if a verdict is decided, and its certainty reaches a threshold that is given as the bits of a double. */
export const reachesThreshold = (threshold: string): string =>
  `${IS_DECIDED} AND ${CERTAINTY} != ${NO_CERTAINTY} AND ${CERTAINTY} >= ${threshold}`;

/** The certainty in thousandths; -1 without one. */
export const CERTAINTY_THOUSANDTHS = `if(${CERTAINTY} = ${NO_CERTAINTY}, -1, toInt32(round(reinterpretAsFloat64(${CERTAINTY}) * 1000)))`;

/** The maximum memory of the groups of a statement in bytes. Further groups are kept on disk. */
const GROUPS_IN_MEMORY = 600_000_000;

/** The settings of statements that group outcomes by request. */
export const GROUPING_SETTINGS = `SETTINGS max_bytes_before_external_group_by = ${GROUPS_IN_MEMORY}`;

/**
 * The newest outcome of each evaluator on each request: `evaluator` and `request` are hashes, and `newest` packs
 * verdict and certainty.
 *
 * @param more further columns, each with a comma behind it
 */
export const newestVerdicts = (condition: string, more = ''): string =>
  `SELECT ${EVALUATOR_KEY} AS evaluator, cityHash64(logical_request_id) AS request, ${more} argMax(${PACKED}, ${AGE}) AS newest
  FROM outcomes_v1 WHERE ${condition} GROUP BY evaluator, request`;

/** The bits of a double as an unsigned number in digits. */
export function doubleBits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return String(view.getBigUint64(0));
}

/** A number above the bits of every certainty, so that no certainty reaches it. */
export const UNREACHABLE = String(2n ** 63n);

/**
 * A number for each evaluator by its key, or `fallback`. Numbers are literals of the statement, because the
 * evaluators of a large deployment would not fit into a URL as bound values.
 */
export function numberByKey(entries: readonly (readonly [key: string, number: string])[], fallback: string): string {
  if (entries.length === 0) return fallback;
  const keys = entries.map(([key]) => key).join();
  return `transform(evaluator, [${keys}]::Array(UInt64), [${entries.map(([, number]) => number).join()}]::Array(UInt64), ${fallback}::UInt64)`;
}
