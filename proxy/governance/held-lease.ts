import type { Limit } from '../../domain/gateway/governance/limit.ts';
import type { LeaseExchange, LimitLease, LimitLeaseStore } from '../../store/gateway/limit-lease-store.ts';
import type { GovernanceFigures } from './governance-figures.ts';
import { limitField } from './limit-refusal.ts';

export interface LeaseParts {
  readonly store: Pick<LimitLeaseStore, 'exchange'>;
  readonly figures: GovernanceFigures;
  /** Milliseconds that only go on. */
  readonly monotonicMs: () => number;
}

/** The result of a request for an amount. `ended`: it must be requested again, from another lease. */
export type Wish = 'taken' | 'full' | 'unreachable' | 'ended';

interface Waiter {
  readonly need: number;
  readonly tell: (wish: Wish) => void;
}

/** Milliseconds for which a lease is valid without an exchange: then its process is taken for dead. */
const LEASE_MS = 15_000;
/**
 * Milliseconds for which the amount of a lapsed lease is used while Postgres cannot be reached. After that a dead
 * process is accounted for (`ACCOUNTED_AFTER_MS`), and its unused amount is leased to others.
 */
const USABLE_MS = 30_000;
/** Milliseconds after which an unused amount is returned. */
const IDLE_MS = 5_000;
/** Milliseconds for which settled amounts gather: a killed process is charged for them, reported or not. */
const REPORT_MS = 1_000;
/** The longest that a call waits for Postgres. */
const MAX_WAIT_MS = 2_000;
/** Milliseconds before an amount without room is requested again. */
const FULL_MS = 100;
/** Milliseconds for which no call waits for Postgres after it failed. */
const FAILED_MS = 1_000;
/** The share of use from which callers are warned. */
const WARNED_SHARE = 0.8;

/**
 * The part of a counter that this process holds. Taking and settling touch memory alone; exchanges with Postgres
 * settle, return and lease again, one after the other. An exchange with an unknown result is sent again under its
 * number.
 */
export class HeldLease {
  readonly limit: Limit;
  readonly window: LimitLease['counter']['window'];
  readonly #parts: LeaseParts;
  readonly #lease: LimitLease;
  readonly #onUncovered: (amount: number) => void;
  readonly #waiters: Waiter[] = [];
  /** The held amount in Postgres. */
  #held = 0;
  /** The part of it that calls in flight have reserved. */
  #reserved = 0;
  /** Settled, and not reported yet. */
  #unreported = 0;
  /** The part of it that is being returned. */
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
  /** The last warning, by its percentage: every answer of a limit that is nearly full has one. */
  #warnedPercent: number | undefined;
  #warning: string | undefined;
  /**
   * True once its process was taken for dead: it covers the amount that stays charged, and nothing is leased or
   * returned any more.
   */
  #isLapsed = false;

  /**
   * @param onUncovered gets what calls came to that this lease does not settle: beyond what it was charged when it
   *   lapsed, or let in while it ended
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

  /** True if amounts may still be taken from it. */
  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** True if no exchange is left to make. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** The used or reserved amount of the limit by all, as far as this process knows. */
  get used(): number {
    return this.limit.max - this.#room;
  }

  /** The header field that warns callers of how much is used, in percent; undefined below the warning threshold. */
  get warning(): string | undefined {
    const { id, max } = this.limit;
    const { used } = this;
    if (used < max * WARNED_SHARE) return undefined;
    const percent = Math.floor((used / max) * 100);
    if (percent !== this.#warnedPercent) {
      this.#warnedPercent = percent;
      this.#warning = limitField(id, { used: percent });
    }
    return this.#warning;
  }

  /** Milliseconds since the last exchange; undefined before the first, and behind the last one. */
  get age(): number | undefined {
    return this.#isDone || this.#leftAt === -Infinity ? undefined : this.#parts.monotonicMs() - this.#leftAt;
  }

  get #free(): number {
    return this.#held - this.#reserved - this.#unreported - this.#leaving;
  }

  /** The amount that is neither used nor reserved; an amount that is being returned is free for all. */
  get #room(): number {
    return this.#free + this.#leaving + this.#left;
  }

  /**
   * Takes of what is in hand; false where that is not enough. @param now by the clock of leases: a call looks at it
   * once for all of its limits
   */
  take(need: number, now: number): boolean {
    if (this.#isClosed || this.#free < need || this.#waiters.length > 0 || !this.#isCovered(now)) return false;
    this.#reserve(need, now);
    // Refilled before it runs out, so that the next caller finds enough.
    if (this.#free < this.limit.chunk / 2 && !this.#isScarce()) void this.#exchange();
    return true;
  }

  /** Asks Postgres for what is not in hand, and waits a short while for it. */
  async takeSoon(need: number): Promise<Wish> {
    const now = this.#parts.monotonicMs();
    if (this.#isClosed) return 'ended';
    if (this.#isStalled || now - this.#failedAt < FAILED_MS) return 'unreachable';
    if (now - this.#leftAt < FULL_MS && need > this.#room) return 'full';
    return new Promise((resolve) => {
      const waiter: Waiter = {
        need,
        tell: (wish) => {
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

  /** Notes a call that is let in although nothing was reserved for it. */
  takeNothing(): void {
    this.#reserve(0, this.#parts.monotonicMs());
  }

  /** Takes on what was settled, and stands in no lease. */
  owe(amount: number): void {
    this.#unreported += amount;
  }

  /** Settles the amount of a call for which an amount was taken. */
  settle(taken: number, amount: number): void {
    this.#calls -= 1;
    this.#reserved -= taken;
    this.#parts.figures.settled[this.limit.unit] += amount;
    this.#unreported += amount;
    if (this.#isDone || this.#isLapsed) this.#passOn();
    else if (this.#waiters.length > 0) this.#serve();
  }

  /** A call that was not made after all. */
  giveBack(taken: number): void {
    this.#calls -= 1;
    this.#reserved -= taken;
  }

  /** Takes nothing more; what is left goes back once the calls on their way have ended. */
  close(): void {
    this.#isClosed = true;
  }

  /** Gives everything back now, as far as Postgres can be reached. */
  async end(): Promise<void> {
    this.close();
    // One that is under way, one that is sent again, and the last.
    for (let looks = 0; looks < 3 && !this.#isDone; looks += 1) await this.look();
  }

  /** Reports, gives back, refills and renews what there is to. Rejects never. */
  async look(): Promise<void> {
    const now = this.#parts.monotonicMs();
    const isUnused = this.#number === 0 && this.#unreported === 0;
    if (isUnused && this.#isToEnd(now)) this.#isClosed = this.#isDone = true;
    if (this.#isDone || !this.#hasToSay(now)) return;
    await this.#exchange();
  }

  /** A lease that has ended covers what stays charged for it since it lapsed: what is beyond is still to be settled. */
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
   * True if it is to end. It stays open until Postgres has its rest, so that a request meanwhile finds the rest
   * returned.
   */
  #isToEnd(now: number): boolean {
    return (this.#isClosed || this.#isIdle(now)) && this.#calls === 0 && this.#waiters.length === 0;
  }

  /**
   * Slots of a process that is taken for dead are free again at once. Anything else that it held stays charged for a
   * while, in which it may be used up.
   */
  #isCovered(now: number): boolean {
    const until = this.limit.window === undefined ? this.#coveredUntil : this.#coveredUntil + USABLE_MS;
    return now < until;
  }

  /** True if it holds a chunk in advance. If less than one is left for all, each call is leased by itself. */
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
      // A request that is not served now needs more than the lease holds, and no more than is free.
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
      this.#tellAll('unreachable');
      return false;
    }
    this.#pending = undefined;
    if ('charged' in answer) {
      figures.exchanges.lapsed += 1;
      this.#held = answer.charged;
      this.#isLapsed = true;
      // What its calls in flight do not use of their reservations is free again once they have ended.
      if (this.#reserved > 0) this.#closeHere();
      else this.#endHere();
      return false;
    }
    figures.exchanges.done += 1;
    this.#held = answer.held;
    this.#unreported -= exchange.settled;
    this.#leaving = 0;
    this.#left = answer.left;
    this.#leftAt = monotonicMs();
    this.#coveredUntil = askedAt + LEASE_MS;
    if (exchange.isLast) this.#endHere();
    return true;
  }

  /** Ends it without a further exchange; another lease settles calls that were admitted since. */
  #endHere(): void {
    this.#isDone = true;
    this.#closeHere();
  }

  #closeHere(): void {
    this.#isClosed = true;
    this.#passOn();
    this.#tellAll('ended');
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
      isLast: this.#isToEnd(now),
    };
  }

  /** Serves waiting requests in their order; one that needs more than is left for all is refused. */
  #serve(): void {
    const now = this.#parts.monotonicMs();
    const waiters = this.#waiters.splice(0);
    for (const waiter of waiters) {
      if (this.#free >= waiter.need) {
        this.#reserve(waiter.need, now);
        waiter.tell('taken');
      } else if (waiter.need > this.#room) waiter.tell('full');
      else this.#waiters.push(waiter);
    }
  }

  #tellAll(wish: Wish): void {
    for (const { tell } of this.#waiters.splice(0)) tell(wish);
  }
}
