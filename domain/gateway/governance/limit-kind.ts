/** The maximum number of requests or calls of an entry: the largest signed 32-bit integer. */
const MAX_COUNT = 2_147_483_647;

/** The maximum quota of tokens. Beyond it, not every integer is representable as a double. */
export const MAX_TOKENS = 9_000_000_000_000_000;

/** The maximum budget, for the same reason: it is counted in nano-USD. */
export const MAX_BUDGET_USD = 9_000_000;

/**
 * The units of limits; amounts are integers. `calls` are those in flight.
 *
 * - `shownAs`: the unit in which people read and write amounts;
 * - `isMoney`: true for US dollars, which are counted in nano-USD;
 * - `isUse`: true if a call counts with its input and output, false if it counts as 1;
 * - `notedAs`: the note of a call's row that stores the reserved amount.
 */
export const COUNTED_UNITS = {
  requests: { shownAs: 'requests', isMoney: false, isUse: false, notedAs: undefined },
  tokens: { shownAs: 'tokens', isMoney: false, isUse: true, notedAs: 'reserved_tokens' },
  nano_usd: { shownAs: 'usd', isMoney: true, isUse: true, notedAs: 'reserved_nano_usd' },
  calls: { shownAs: 'calls', isMoney: false, isUse: false, notedAs: undefined },
} as const;

export type LimitUnit = keyof typeof COUNTED_UNITS;
export const LIMIT_UNITS = Object.keys(COUNTED_UNITS) as readonly LimitUnit[];

/**
 * The refusals of an exhausted limit.
 *
 * - `message`: a phrase that continues after the name of the limit;
 * - `isRate`: true if it also refuses requests that call no model;
 * - `statesPolicy`: true if answers state the limit as a quota policy, by which clients can plan.
 */
export const LIMIT_REFUSALS = {
  rate_limited: {
    message: 'allows no more requests in this minute. Wait for the seconds in `Retry-After`, and try again.',
    isRate: true,
    statesPolicy: false,
  },
  quota_exhausted: {
    message: 'is used up. Wait for its next window, or ask the operator for a higher limit.',
    isRate: false,
    statesPolicy: false,
  },
  budget_exceeded: {
    message:
      'has less money left than this call can cost. Lower `max_tokens`, shorten the request, or ask the operator for a higher limit.',
    isRate: false,
    statesPolicy: false,
  },
  concurrency_exceeded: {
    message: 'has reached its maximum of calls in flight. Try again when one of them has ended.',
    isRate: true,
    statesPolicy: true,
  },
} as const;

export type LimitRefusalType = keyof typeof LIMIT_REFUSALS;

/** A kind of limit. */
interface Kind<Name extends string> {
  /** The member of an entry that contains the amount. */
  readonly name: Name;
  readonly unit: LimitUnit;
  readonly refusal: LimitRefusalType;
  /** The window of the limit: a minute, the period of the entry, or none for a limit of parallel calls. */
  readonly window: 'minute' | 'stated' | 'none';
  /** The maximum amount of an entry. */
  readonly max: number;
  readonly description: string;
}

const KINDS = [
  {
    name: 'requests_per_minute',
    unit: 'requests',
    refusal: 'rate_limited',
    window: 'minute',
    max: MAX_COUNT,
    description: 'Requests in a minute of the clock.',
  },
  {
    name: 'requests',
    unit: 'requests',
    refusal: 'quota_exhausted',
    window: 'stated',
    max: MAX_COUNT,
    description: 'Requests in a window.',
  },
  {
    name: 'tokens',
    unit: 'tokens',
    refusal: 'quota_exhausted',
    window: 'stated',
    max: MAX_TOKENS,
    description: 'Input and output tokens in a window.',
  },
  {
    name: 'budget_usd',
    unit: 'nano_usd',
    refusal: 'budget_exceeded',
    window: 'stated',
    max: MAX_BUDGET_USD,
    description: 'US dollars in a window, to nine places.',
  },
  {
    name: 'concurrency',
    unit: 'calls',
    refusal: 'concurrency_exceeded',
    window: 'none',
    max: MAX_COUNT,
    description: 'Calls in flight at the same time.',
  },
] as const satisfies readonly Kind<string>[];

export type LimitKindName = (typeof KINDS)[number]['name'];
export type LimitKind = Kind<LimitKindName>;

/**
 * The kinds of limits. The settings, rules, metrics and refusals of limits derive from this closed set. Each entry of
 * the configuration has one kind. Code computes how much of a unit a call needs and uses:
 * `proxy/governance/call-needs.ts`, and `logged-amounts.ts` for logged calls.
 */
export const LIMIT_KINDS: readonly LimitKind[] = KINDS;
