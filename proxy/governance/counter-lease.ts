import type { Limit } from '../../domain/gateway/governance/limit.ts';
import type { LeaseExchange, LimitLease, LimitLeaseStore } from '../../store/gateway/limit-lease-store.ts';
import type { GovernanceFigures } from './governance-figures.ts';
import { limitField } from './limit-refusal.ts';

export interface LeaseParts {
  readonly store: Pick<LimitLeaseStore, 'exchange'>;
  readonly figures: GovernanceFigures;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
}

/**
 * The result of a request for an amount. `ended` means that the lease has ended: request the amount from another one.
 */
export type TakeResult = 'taken' | 'full' | 'unreachable' | 'ended';

interface Waiter {
  readonly need: number;
  readonly finish: (wish: TakeResult) => void;
}

/** Milliseconds for which a lease is valid without an exchange. After that, its process counts as dead. */
const LEASE_MS = 15_000;
/**
 * Milliseconds for which the amount of a lapsed lease may be used while Postgres cannot be reached. After that, a dead
 * process is accounted for (`ACCOUNTING_DELAY_MS`), and its unused amount is leased to others.
 */
const USABLE_MS = 30_000;
/** Milliseconds after which an unused amount is returned. */
const IDLE_MS = 5_000;
/**
 * Milliseconds for which settled amounts are collected before they are reported. A killed process is charged for them,
 * reported or not.
 */
const REPORT_MS = 1_000;
/** The longest that a call waits for Postgres, in milliseconds. */
const MAX_WAIT_MS = 2_000;
/** Milliseconds before an amount that the limit could not give is requested again. */
const FULL_MS = 100;
/** Milliseconds after a failure of Postgres in which no call waits for it. */
const FAILED_MS = 1_000;
/** The used share of a limit from which callers are warned. */
const WARNED_SHARE = 0.8;

/**
 * The part of a counter that this process has leased. Taking and settling use memory only. Exchanges with Postgres
 * settle, return and lease amounts, one exchange after another. An exchange with an unknown result is sent again under
 * its number.
 */
export class CounterLease {
  readonly limit: Limit;
  readonly window: LimitLease['counter']['window'];
  readonly #parts: LeaseParts;
  readonly #lease: LimitLease;
  readonly #onUncovered: (amount: number) => void;
  readonly #waiters: Waiter[] = [];
  /** The leased amount, as Postgres has it. */
  #held = 0;
  /** The part of the leased amount that calls in flight have reserved. */
  #reserved = 0;
  /** The settled amount that is not reported yet. */
  #unreported = 0;
  /** The part of the leased amount that is being returned. */
  #leaving = 0;
  #calls = 0;
  #left: number;
  #leftAt = -Infinity;
  #takenAt: number;
  #coveredUntil = Infinity;
  #failedAt = -Infinity;
  #isStalled = false;
  #number = 0;
  #pending: LeaseExchange | undefined;
  #exchanging: Promise<void> | undefined;
  #isClosed = false;
  #isDone = false;
  /** The percentage of the last warning. The text is reused, because every answer under a nearly full limit has one. */
  #warnedPercent: number | undefined;
  #warning: string | undefined;
  /** The percentage of the last warning, until an exchange reports it. */
  #unreportedPercent: number | undefined;
  /**
   * True if the process was taken for dead. The lease then covers the amount that stays charged, and leases or returns
   * nothing.
   */
  #isLapsed = false;

  /**
   * @param onUncovered receives used amounts that this lease does not settle: those beyond what it was charged when it
   *   lapsed, and those of calls that were admitted while it ended
   */
  constructor(parts: LeaseParts, limit: Limit, lease: LimitLease, onUncovered: (amount: number) => void) {
    this.#parts = parts;
    this.#lease = lease;
    this.#onUncovered = onUncovered;
    this.limit = limit;
    this.window = lease.counter.window;
    this.#left = limit.max;
    this.#takenAt = parts.monotonicMs();
  }

  /** True if amounts may still be taken from the lease. */
  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** True if no exchange remains to be made. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** The amount of the limit that all processes have used or reserved, as far as this process knows. */
  get used(): number {
    return this.limit.max - this.#room;
  }

  /** The header field that warns callers of the used share, in percent; undefined below the warning threshold. */
  get warning(): string | undefined {
    const { id, max } = this.limit;
    const { used } = this;
    if (used < max * WARNED_SHARE) return undefined;
    const percent = Math.floor((used / max) * 100);
    this.#unreportedPercent = percent;
    if (percent !== this.#warnedPercent) {
      this.#warnedPercent = percent;
      this.#warning = limitField(id, { used: percent });
    }
    return this.#warning;
  }

  /** Milliseconds since the last exchange; undefined before the first exchange and after the final one. */
  get age(): number | undefined {
    return this.#isDone || this.#leftAt === -Infinity ? undefined : this.#parts.monotonicMs() - this.#leftAt;
  }

  get #free(): number {
    return this.#held - this.#reserved - this.#unreported - this.#leaving;
  }

  /** The amount of the limit that is neither used nor reserved. An amount that is being returned counts as free. */
  get #room(): number {
    return this.#free + this.#leaving + this.#left;
  }

  /**
   * Takes an amount from the lease; false if the lease has too little.
   * @param now the time by the monotonic clock, which a call reads once for all of its limits
   */
  take(need: number, now: number): boolean {
    if (this.#isClosed || this.#free < need || this.#waiters.length > 0 || !this.#isCovered(now)) return false;
    this.#reserve(need, now);
    // The lease is refilled before it runs out, so that the next caller finds enough.
    if (this.#free < this.limit.chunk / 2 && !this.#isScarce()) void this.#exchange();
    return true;
  }

  /** Requests from Postgres what the lease does not have, and waits a short time for it. */
  async takeSoon(need: number): Promise<TakeResult> {
    const now = this.#parts.monotonicMs();
    if (this.#isClosed) return 'ended';
    if (this.#isStalled || now - this.#failedAt < FAILED_MS) return 'unreachable';
    if (now - this.#leftAt < FULL_MS && need > this.#room) return 'full';
    return new Promise((resolve) => {
      const waiter: Waiter = {
        need,
        finish: (wish) => {
          clearTimeout(timer);
          resolve(wish);
        },
      };
      const timer = setTimeout(() => {
        this.#isStalled = true;
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        resolve('unreachable');
      }, MAX_WAIT_MS);
      this.#waiters.push(waiter);
      void this.#exchange();
    });
  }

  /** Notes a call that is admitted although nothing was reserved for it. */
  takeNothing(): void {
    this.#reserve(0, this.#parts.monotonicMs());
  }

  /** Takes over a settled amount that no other lease covers. */
  owe(amount: number): void {
    this.#unreported += amount;
  }

  /** Settles the amount that a call used, and releases its reservation. */
  settle(taken: number, amount: number): void {
    this.#calls -= 1;
    this.#reserved -= taken;
    this.#parts.figures.settled[this.limit.unit] += amount;
    this.#unreported += amount;
    if (this.#isDone || this.#isLapsed) this.#passOn();
    else if (this.#waiters.length > 0) this.#serve();
  }

  /** Returns the reservation of a call that was not made. */
  giveBack(taken: number): void {
    this.#calls -= 1;
    this.#reserved -= taken;
  }

  /** Closes the lease: no more is taken from it, and the rest is returned when the calls in flight have ended. */
  close(): void {
    this.#isClosed = true;
  }

  /** Returns everything now, if Postgres can be reached. */
  async end(): Promise<void> {
    this.close();
    // At most three exchanges: one in progress, one that is sent again, and the final one.
    for (let looks = 0; looks < 3 && !this.#isDone; looks += 1) await this.look();
  }

  /** Makes an exchange if there is something to report, return, refill or renew. Never rejects. */
  async look(): Promise<void> {
    const now = this.#parts.monotonicMs();
    const isUnused = this.#number === 0 && this.#unreported === 0;
    if (isUnused && this.#isToEnd(now)) this.#isClosed = this.#isDone = true;
    if (this.#isDone || !this.#hasToSay(now)) return;
    await this.#exchange();
  }

  /** Passes on what an ended lease does not cover: the amount beyond what stays charged for it since it lapsed. */
  #passOn(): void {
    const beyond = this.#unreported - this.#held;
    if (beyond <= 0) return;
    this.#unreported = this.#held;
    this.#onUncovered(beyond);
  }

  #isIdle(now: number): boolean {
    return now - this.#takenAt >= IDLE_MS;
  }

  /**
   * True if the lease should end. It stays open until Postgres has its rest, so that a request in the meantime finds
   * the rest returned.
   */
  #isToEnd(now: number): boolean {
    return (this.#isClosed || this.#isIdle(now)) && this.#calls === 0 && this.#waiters.length === 0;
  }

  /**
   * True if the lease may be used. Slots of a process that counts as dead are free for others immediately. Any other
   * amount stays charged for a while, in which the process may use it.
   */
  #isCovered(now: number): boolean {
    const until = this.limit.window === undefined ? this.#coveredUntil : this.#coveredUntil + USABLE_MS;
    return now < until;
  }

  /**
   * True if the lease keeps a chunk in advance. If the limit has less than one chunk left, each call is leased
   * separately.
   */
  #keepsChunk(now: number): boolean {
    return !this.#isClosed && !this.#isScarce() && !this.#isIdle(now);
  }

  #isScarce(): boolean {
    return this.#left < this.limit.chunk;
  }

  #hasToSay(now: number): boolean {
    if (this.#isLapsed) return this.#calls === 0;
    const isToReturn = this.#free > 0 && !this.#keepsChunk(now);
    const isToReport = this.#unreported > 0 && now - this.#leftAt >= REPORT_MS;
    const isToRenew = this.#held > 0 && this.#coveredUntil - now < LEASE_MS / 2;
    return this.#pending !== undefined || isToReport || this.#isToEnd(now) || isToReturn || isToRenew;
  }

  #reserve(need: number, now: number): void {
    this.#calls += 1;
    this.#reserved += need;
    this.#takenAt = now;
    this.#parts.figures.reserved[this.limit.unit] += need;
  }

  #exchange(): Promise<void> {
    this.#exchanging ??= this.#exchangeUntilServed().finally(() => (this.#exchanging = undefined));
    return this.#exchanging;
  }

  async #exchangeUntilServed(): Promise<void> {
    do {
      const isAnswered = await this.#exchangeOnce();
      if (!isAnswered) return;
      this.#serve();
      // A request that is still waiting needs more than the lease has, and no more than is free.
    } while (this.#waiters.length > 0);
  }

  async #exchangeOnce(): Promise<boolean> {
    const { store, figures, monotonicMs } = this.#parts;
    const askedAt = monotonicMs();
    const exchange = (this.#pending ??= this.#nextExchange());
    const answer = await store.exchange(this.#lease, exchange).catch(() => undefined);
    this.#isStalled = false;
    if (answer === undefined) {
      figures.exchanges.failed += 1;
      this.#failedAt = monotonicMs();
      this.#finishAll('unreachable');
      return false;
    }
    this.#pending = undefined;
    if ('charged' in answer) {
      figures.exchanges.lapsed += 1;
      this.#held = answer.charged;
      this.#isLapsed = true;
      // The part of the reservations that calls in flight do not use is free again when they have ended.
      if (this.#reserved > 0) this.#closeHere();
      else this.#endHere();
      return false;
    }
    figures.exchanges.done += 1;
    this.#held = answer.held;
    this.#unreported -= exchange.settled;
    // A later warning of another percentage is for the next exchange.
    if (this.#unreportedPercent === exchange.warnedPercent) this.#unreportedPercent = undefined;
    this.#leaving = 0;
    this.#left = answer.left;
    this.#leftAt = monotonicMs();
    this.#coveredUntil = askedAt + LEASE_MS;
    if (exchange.isLast) this.#endHere();
    return true;
  }

  /** Ends the lease without a further exchange. Another lease settles calls that were admitted in the meantime. */
  #endHere(): void {
    this.#isDone = true;
    this.#closeHere();
  }

  #closeHere(): void {
    this.#isClosed = true;
    this.#passOn();
    this.#finishAll('ended');
  }

  #nextExchange(): LeaseExchange {
    const { max, chunk } = this.limit;
    const free = this.#free;
    const [first] = this.#waiters;
    const demand = this.#waiters.reduce((sum, { need }) => sum + need, 0);
    const now = this.#parts.monotonicMs();
    const keeps = this.#keepsChunk(now) ? chunk : 0;
    const target = Math.max(demand, keeps);
    this.#leaving = keeps === 0 ? Math.max(0, free - demand) : 0;
    return {
      number: (this.#number += 1),
      max,
      settled: this.#unreported,
      reserved: this.#reserved,
      returned: this.#leaving,
      min: first === undefined ? 0 : Math.max(0, first.need - free),
      wanted: Math.max(0, target - free),
      forMs: LEASE_MS,
      warnedPercent: this.#unreportedPercent,
      isLast: this.#isToEnd(now),
    };
  }

  /** Serves waiting requests in their order. A request for more than the limit has left is refused. */
  #serve(): void {
    const now = this.#parts.monotonicMs();
    const waiters = this.#waiters.splice(0);
    for (const waiter of waiters) {
      if (this.#free >= waiter.need) {
        this.#reserve(waiter.need, now);
        waiter.finish('taken');
      } else if (waiter.need > this.#room) waiter.finish('full');
      else this.#waiters.push(waiter);
    }
  }

  #finishAll(wish: TakeResult): void {
    for (const { finish } of this.#waiters.splice(0)) finish(wish);
  }
}
