/** The largest number of requests or calls that an entry may name: an integer of 32 bits. */
const MAX_COUNT = 2_147_483_647;

/** The largest quota of tokens: beyond it, not every whole number is a double. */
export const MAX_TOKENS = 9_000_000_000_000_000;

/** The largest budget, for the same reason: it is counted in nano-USD. */
export const MAX_BUDGET_USD = 9_000_000;

/**
 * The units in which limits count, in whole numbers; `calls` are those in flight.
 *
 * - `shownAs`: the unit in which people read and write amounts of it;
 * - `isMoney`: whether that is the US dollar, which is counted in nano-USD;
 * - `isUse`: whether a call takes what it sends and is answered, rather than one;
 * - `notedAs`: the note under which the row of a call keeps what was reserved.
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
 * The reasons for which a limit without room refuses a request.
 *
 * - `message`: a phrase that goes on after the limit;
 * - `isRate`: whether requests that call no model are refused for it too;
 * - `statesPolicy`: whether an answer states the limit, as the one quota that a client can plan by.
 */
export const LIMIT_REFUSALS = {
  rate_limited: {
    message: 'allows no more requests in this minute. Wait as long as `Retry-After` says.',
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
      'has less left than this call can cost. Lower `max_tokens`, shorten the request, or ask the operator for a higher limit.',
    isRate: false,
    statesPolicy: false,
  },
  concurrency_exceeded: {
    message: 'has its maximum of calls in flight. Try again when one has ended.',
    isRate: true,
    statesPolicy: true,
  },
} as const;

export type LimitRefusalType = keyof typeof LIMIT_REFUSALS;

/** A kind of limit. */
interface Kind<Name extends string> {
  /** The member of an entry that states the amount. */
  readonly name: Name;
  readonly unit: LimitUnit;
  readonly refusal: LimitRefusalType;
  /** The window of counting: a minute, the stated period, or none if the limit bounds parallel calls. */
  readonly window: 'minute' | 'stated' | 'none';
  /** The largest amount that an entry may state. */
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
 * The kinds of limits: the closed set from which the settings, rules, metrics and refusals of limits derive. Each entry
 * of the configuration has one kind. How much of a unit a call needs, and how much it used, is code:
 * `proxy/governance/call-needs.ts`, and `logged-amounts.ts` for logged calls.
 */
export const LIMIT_KINDS: readonly LimitKind[] = KINDS;
