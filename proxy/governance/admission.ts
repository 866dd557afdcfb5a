import type { CalledProvider } from '../../contracts/ingest/calls/write-ended-call.ts';
import { COUNTED_UNITS, type LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';
import { NO_TEXTS } from '../headers/append-texts.ts';
import { usedAmount, type CallNeeds } from './call-needs.ts';
import type { CounterLease } from './counter-lease.ts';

/** The amount that a call took from one limit; 0 if the limit could not be applied and admits calls in that case. */
interface Hold {
  readonly lease: CounterLease;
  readonly taken: number;
}

/** A call that every limit over it admitted, with its reservations. It is settled or given back, once. */
export class Admission {
  #holds: Hold[] = [];
  #needs: CallNeeds | undefined;
  #isSuspended = false;

  /** @param needs the most that the call can use; undefined if only its head is known and admitted */
  constructor(needs?: CallNeeds) {
    this.#needs = needs;
  }

  /** Sets the needs of the body, which has arrived: the maximum of the call is known from now on. */
  use(needs: CallNeeds): void {
    this.#needs = needs;
  }

  /** The maximum of a unit that the call can use. */
  of(unit: LimitUnit): number {
    return COUNTED_UNITS[unit].isUse ? (this.#needs?.of(unit) ?? 0) : 1;
  }

  /** True if a limit of the call could not be applied. */
  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  hold(lease: CounterLease, taken: number): void {
    this.#holds.push({ lease, taken });
  }

  /** Admits the call although a limit cannot be applied. Its answer and its row disclose that. */
  holdNothing(lease: CounterLease): void {
    lease.takeNothing();
    this.#holds.push({ lease, taken: 0 });
    this.#isSuspended = true;
  }

  /** Adds the annotations of the row, by name. */
  note(annotations: Record<string, string>): void {
    if (this.#isSuspended) annotations['coordination'] = 'suspended';
    for (const { lease } of this.#holds) {
      const { unit } = lease.limit;
      const { notedAs } = COUNTED_UNITS[unit];
      if (notedAs !== undefined) annotations[notedAs] = String(this.of(unit));
    }
  }

  /** Header names and values of the answer, alternating. */
  headers(): readonly string[] {
    let headers: string[] | undefined;
    if (this.#isSuspended) headers = ['x-tt-coordination', 'suspended'];
    for (const { lease } of this.#holds) {
      const warning = COUNTED_UNITS[lease.limit.unit].isMoney ? lease.warning : undefined;
      if (warning !== undefined) (headers ??= []).push('x-tt-budget-warning', warning);
    }
    return headers ?? NO_TEXTS;
  }

  /** Settles the reservations. @param attempt the usage of the call; undefined if no provider was sent anything */
  settle(attempt: CalledProvider | undefined): void {
    for (const { lease, taken } of this.#takeHolds()) lease.settle(taken, usedAmount(lease.limit.unit, attempt, this));
  }

  /** Returns the reservations of a call that is not made. Nothing is returned twice. */
  giveBack(): void {
    for (const { lease, taken } of this.#takeHolds()) lease.giveBack(taken);
  }

  #takeHolds(): readonly Hold[] {
    const holds = this.#holds;
    this.#holds = [];
    return holds;
  }
}
