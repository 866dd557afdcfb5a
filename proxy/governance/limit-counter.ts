import { formerNodeCounterName } from '../../domain/gateway/governance/limit-node.ts';
import type { Limit } from '../../domain/gateway/governance/limit.ts';
import { limitWindowAt } from '../../domain/gateway/governance/limit-window.ts';
import type { LimitCounterKey } from '../../store/gateway/limit-lease-store.ts';
import { CounterLease, type LeaseParts, type TakeResult } from './counter-lease.ts';

export interface CounterParts extends LeaseParts {
  readonly holder: string;
  readonly newLeaseId: () => string;
  readonly offsetMs: (timeZone: string, utcMs: number) => number;
}

/** The number of leases that may end during one wait before Postgres counts as unreachable. */
const MAX_ENDS = 3;

/** A limit at one node: the lease of the current window, and those of earlier windows with calls that still count. */
export class LimitCounter {
  readonly limit: Limit;
  readonly node: string;
  readonly #parts: CounterParts;
  #leases: CounterLease[] = [];
  #current: CounterLease | undefined;

  constructor(parts: CounterParts, limit: Limit, node: string) {
    this.#parts = parts;
    this.limit = limit;
    this.node = node;
  }

  /** The lease of the window that contains an instant. */
  leaseAt(atMs: number): CounterLease {
    const current = this.#current;
    if (current?.isOpen === true && (current.window === undefined || atMs < current.window.to)) return current;
    current?.close();
    const lease = this.#newLease(this.#windowAt(atMs));
    this.#current = lease;
    return lease;
  }

  /** Requests from Postgres an amount that the lease does not have. Resolves with the result and its lease. */
  async takeSoon(
    need: number,
    atMs: number,
  ): Promise<{ readonly wish: Exclude<TakeResult, 'ended'>; readonly lease: CounterLease }> {
    for (let ends = 0; ; ends += 1) {
      const lease = this.leaseAt(atMs);
      const wish = await lease.takeSoon(need);
      if (wish !== 'ended') return { wish, lease };
      if (ends === MAX_ENDS) return { wish: 'unreachable', lease };
    }
  }

  /** True if there is a lease to report. */
  get isHeld(): boolean {
    return this.#leases.length > 0;
  }

  /** Milliseconds since the last exchange of the current lease; undefined without such a lease. */
  get age(): number | undefined {
    return this.#current?.age;
  }

  /** Makes the exchanges with Postgres that are due, and removes leases that have ended. */
  async look(atMs: number): Promise<void> {
    const { window } = this.#current ?? {};
    if (window !== undefined && atMs >= window.to) this.#current?.close();
    await Promise.all(this.#leases.map((lease) => lease.look()));
    this.#leases = this.#leases.filter(({ isDone }) => !isDone);
  }

  /** Returns all leased amounts. */
  async close(): Promise<void> {
    await Promise.all(this.#leases.map((lease) => lease.end()));
  }

  #windowAt(atMs: number): LimitCounterKey['window'] {
    const { window } = this.limit;
    return window && limitWindowAt(window.per, atMs, (utcMs) => this.#parts.offsetMs(window.timeZone, utcMs));
  }

  #newLease(window: LimitCounterKey['window']): CounterLease {
    const { holder, newLeaseId } = this.#parts;
    const { id: limitId, unit, node } = this.limit;
    const counter: LimitCounterKey = {
      limitId,
      node: this.node,
      formerNode: formerNodeCounterName(node),
      unit,
      window,
    };
    const lease = new CounterLease(this.#parts, this.limit, { leaseId: newLeaseId(), holder, counter }, (amount) => {
      const next = this.#newLease(window);
      next.owe(amount);
      next.close();
    });
    this.#leases.push(lease);
    return lease;
  }
}
