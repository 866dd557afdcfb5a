import { COUNTED_UNITS } from './limit-kind.ts';
import { nodeCounterName, appliesToCaller } from './limit-node.ts';
import { limitWindowAt } from './limit-window.ts';
import type { GovernanceSettings, Limit } from './limit.ts';
import { loggedAmounts } from './logged-amounts.ts';
import type { LoggedCall } from './logged-call.ts';

/** The decisions that a limit would have made at one of its nodes. Amounts are in the unit of the limit. */
export interface PreviewedNode {
  readonly node: string;
  readonly calls: number;
  readonly windows: number;
  /** The window with the largest amount, including refused calls; the instant for a limit of parallel calls. */
  readonly fullest: { readonly fromMs: number; readonly amount: number };
  readonly refused: number;
  /** The number of windows in which a call would have been refused. */
  readonly refusedWindows: number;
  /** The total amount of the refused calls. */
  readonly refusedAmount: number;
  /** The first refused call; undefined if no call would have been refused. */
  readonly first: { readonly atMs: number; readonly requestId: string } | undefined;
  /**
   * The number of calls with an unknown amount. Each counts with its reserved amount, or with the assumption of the
   * settings.
   */
  readonly assumed: number;
}

/** The tokens of a call about which nothing is known, not even its model: a long answer. */
const UNKNOWN_CALL_TOKENS = 4_096;

/** The window of a limit at an instant. */
type WindowOf = (atMs: number) => { readonly from: number; readonly to: number };

/**
 * The admitted calls that this limit alone would have refused, by node. The calls are replayed in order, each with its
 * final amount. A limit in force reserves the maximum of a call, so it refuses somewhat earlier.
 *
 * @param calls the calls in the order of their admission
 * @param offset the offset of a zone from UTC in milliseconds
 */
export function previewLimit(
  limit: Limit,
  calls: Iterable<LoggedCall>,
  settings: GovernanceSettings,
  offset: (zone: string, utcMs: number) => number,
): PreviewedNode[] {
  const { node, window } = limit;
  const windowOf: WindowOf | undefined =
    window && ((atMs) => limitWindowAt(window.per, atMs, (utcMs) => offset(window.timeZone, utcMs)));
  const tallies = new Map<string, Tally>();
  for (const call of calls) {
    const isOver = node.kind === 'tag' ? call.tags[node.name] === node.value : appliesToCaller(node, call.caller);
    if (!isOver) continue;
    const name = nodeCounterName(node, call.caller);
    const tally = tallies.get(name) ?? new Tally(name, limit, windowOf);
    tallies.set(name, tally);
    tally.count(call, amountOf(limit, call, settings));
  }
  return [...tallies.values()].map((tally) => tally.shown());
}

interface CallAmount {
  readonly amount: number;
  readonly isAssumed: boolean;
}

/** The amount of a call. A positive amount is assumed if it is unknown. */
function amountOf({ unit }: Limit, call: LoggedCall, settings: GovernanceSettings): CallAmount {
  const { known, reserved } = loggedAmounts(unit, call);
  if (known !== undefined) return { amount: known, isAssumed: false };
  const { unpricedCallNanos, assumedOutputTokens = UNKNOWN_CALL_TOKENS } = settings;
  return {
    amount: reserved ?? (COUNTED_UNITS[unit].isMoney ? unpricedCallNanos : assumedOutputTokens),
    isAssumed: true,
  };
}

/** The counts of one node of a limit, updated call by call. */
class Tally {
  readonly #node: string;
  readonly #max: number;
  readonly #windowOf: WindowOf | undefined;
  /** The ends of the calls in flight: all calls, and those that the limit would have admitted. */
  #ends: number[] = [];
  #admittedEnds: number[] = [];
  #window: { from: number; to: number } = { from: -Infinity, to: -Infinity };
  #used = 0;
  #admitted = 0;
  #calls = 0;
  #windows = 0;
  #fullest = { fromMs: 0, amount: 0 };
  #refused = 0;
  #refusedAmount = 0;
  #refusedWindows = 0;
  #isRefusing = false;
  #first: PreviewedNode['first'];
  #assumed = 0;

  constructor(node: string, { max }: Limit, windowOf: WindowOf | undefined) {
    this.#node = node;
    this.#max = max;
    this.#windowOf = windowOf;
  }

  count(call: LoggedCall, { amount, isAssumed }: CallAmount): void {
    this.#calls += 1;
    if (isAssumed) this.#assumed += 1;
    this.#goOnTo(call.admittedMs);
    this.#used += amount;
    const isAdmitted = this.#admitted + amount <= this.#max;
    if (isAdmitted) this.#admitted += amount;
    else this.#refuse(call, amount);
    if (this.#used > this.#fullest.amount)
      this.#fullest = { fromMs: this.#windowOf ? this.#window.from : call.admittedMs, amount: this.#used };
    if (this.#windowOf !== undefined) return;
    this.#ends.push(call.endedMs);
    if (isAdmitted) this.#admittedEnds.push(call.endedMs);
  }

  shown(): PreviewedNode {
    return {
      ...{ node: this.#node, calls: this.#calls, windows: this.#windows, fullest: this.#fullest },
      ...{ refused: this.#refused, refusedWindows: this.#refusedWindows, refusedAmount: this.#refusedAmount },
      ...{ first: this.#first, assumed: this.#assumed },
    };
  }

  /** Advances to an instant: drops the calls that have ended, or begins a new window. */
  #goOnTo(atMs: number): void {
    if (this.#windowOf === undefined) {
      this.#ends = this.#ends.filter((end) => end > atMs);
      this.#admittedEnds = this.#admittedEnds.filter((end) => end > atMs);
      [this.#used, this.#admitted] = [this.#ends.length, this.#admittedEnds.length];
      return;
    }
    if (atMs < this.#window.to) return;
    this.#window = this.#windowOf(atMs);
    this.#windows += 1;
    [this.#used, this.#admitted, this.#isRefusing] = [0, 0, false];
  }

  #refuse({ admittedMs, requestId }: LoggedCall, amount: number): void {
    this.#refused += 1;
    this.#refusedAmount += amount;
    this.#first ??= { atMs: admittedMs, requestId };
    if (this.#isRefusing || this.#windowOf === undefined) return;
    this.#isRefusing = true;
    this.#refusedWindows += 1;
  }
}
