import { COUNTED_UNITS } from './limit-kind.ts';
import { countedNode, isOverCaller } from './limit-node.ts';
import { windowAt } from './limit-window.ts';
import type { GovernanceSettings, Limit } from './limit.ts';
import { loggedAmounts } from './logged-amounts.ts';
import type { LoggedCall } from './logged-call.ts';

/** The decisions that a limit would have made at one of its nodes. Amounts are in its unit. */
export interface PreviewedNode {
  readonly node: string;
  readonly calls: number;
  readonly windows: number;
  /** The window in which calls came to the most, refused ones included; of `concurrency`, the instant. */
  readonly fullest: { readonly fromMs: number; readonly amount: number };
  readonly refused: number;
  /** Windows in which a call would have been refused. */
  readonly refusedWindows: number;
  /** The amount of the refused calls. */
  readonly refusedAmount: number;
  /** Undefined where none would have been. */
  readonly first: { readonly atMs: number; readonly requestId: string } | undefined;
  /**
   * Calls that nobody knows what they came to: they count as what was reserved for them, or as the settings take them.
   */
  readonly assumed: number;
}

/** Tokens that a call counts if nothing is known about it, not even its model: a long answer. */
const UNKNOWN_CALL_TOKENS = 4_096;

/** The window in which a limit counts an instant. */
type WindowOf = (atMs: number) => { readonly from: number; readonly to: number };

/**
 * The calls that a limit by itself would have refused among those that were admitted, by node. Each counts with its
 * final amount, one after the other. A limit in force reserves the maximum of a call, so that it refuses somewhat
 * earlier near its end.
 *
 * @param calls by the instant at which they were admitted
 * @param offset of a zone from UTC, in milliseconds
 */
export function previewLimit(
  limit: Limit,
  calls: Iterable<LoggedCall>,
  settings: GovernanceSettings,
  offset: (zone: string, utcMs: number) => number,
): PreviewedNode[] {
  const { node, window } = limit;
  const windowOf: WindowOf | undefined =
    window && ((atMs) => windowAt(window.per, atMs, (utcMs) => offset(window.timeZone, utcMs)));
  const tallies = new Map<string, Tally>();
  for (const call of calls) {
    const isOver = node.kind === 'tag' ? call.tags[node.name] === node.value : isOverCaller(node, call.caller);
    if (!isOver) continue;
    const name = countedNode(node, call.caller);
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

/** The amount of a call. An unknown amount is never 0. */
function amountOf({ unit }: Limit, call: LoggedCall, settings: GovernanceSettings): CallAmount {
  const { known, reserved } = loggedAmounts(unit, call);
  if (known !== undefined) return { amount: known, isAssumed: false };
  const { unpricedCallNanos, assumedOutputTokens = UNKNOWN_CALL_TOKENS } = settings;
  return {
    amount: reserved ?? (COUNTED_UNITS[unit].isMoney ? unpricedCallNanos : assumedOutputTokens),
    isAssumed: true,
  };
}

/** One node of a limit, call by call. */
class Tally {
  readonly #node: string;
  readonly #max: number;
  readonly #windowOf: WindowOf | undefined;
  /** Ends of calls that are on their way: all of them, and those that would have been let in. */
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

  /** Forgets what no longer counts at an instant. */
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
