import type { CalledProvider } from '../../contracts/ingest/calls/write-ended-call.ts';
import { COUNTED_UNITS, type LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';
import { NO_TEXTS } from '../headers/add-texts.ts';
import { cameTo, type CallNeeds } from './call-needs.ts';
import type { HeldLease } from './held-lease.ts';

/**
 * The amount that was taken of one limit for a call; none if it could not be held and lets calls through in any case.
 */
interface Hold {
  readonly lease: HeldLease;
  readonly taken: number;
}

/** A call that every limit over it let through, with what is reserved for it. It is settled once, or given back. */
export class Admission {
  #holds: Hold[] = [];
  #needs: CallNeeds | undefined;
  #isSuspended = false;

  /** @param needs undefined where it is admitted by its head, and nothing is known of its body so far */
  constructor(needs?: CallNeeds) {
    this.#needs = needs;
  }

  /** Uses the needs of its body, which has arrived: its maximum is known from now on. */
  use(needs: CallNeeds): void {
    this.#needs = needs;
  }

  /** The most that it can come to. */
  of(unit: LimitUnit): number {
    return COUNTED_UNITS[unit].isUse ? (this.#needs?.of(unit) ?? 0) : 1;
  }

  /** True if a limit on it could not be held. */
  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  hold(lease: HeldLease, taken: number): void {
    this.#holds.push({ lease, taken });
  }

  /** Lets it through although a limit cannot be held, which its answer and its row disclose. */
  holdNothing(lease: HeldLease): void {
    lease.takeNothing();
    this.#holds.push({ lease, taken: 0 });
    this.#isSuspended = true;
  }

  /** Adds what its row notes, by name. */
  note(annotations: Record<string, string>): void {
    if (this.#isSuspended) annotations['coordination'] = 'suspended';
    for (const { lease } of this.#holds) {
      const { unit } = lease.limit;
      const { notedAs } = COUNTED_UNITS[unit];
      if (notedAs !== undefined) annotations[notedAs] = String(this.of(unit));
    }
  }

  /** Names and values of headers of its answer, one after the other. */
  headers(): readonly string[] {
    let headers: string[] | undefined;
    if (this.#isSuspended) headers = ['x-tt-coordination', 'suspended'];
    for (const { lease } of this.#holds) {
      const warning = COUNTED_UNITS[lease.limit.unit].isMoney ? lease.warning : undefined;
      if (warning !== undefined) (headers ??= []).push('x-tt-budget-warning', warning);
    }
    return headers ?? NO_TEXTS;
  }

  /** @param attempt what the call came to; undefined where no provider was sent anything */
  settle(attempt: CalledProvider | undefined): void {
    for (const { lease, taken } of this.#takeHolds()) lease.settle(taken, cameTo(lease.limit.unit, attempt, this));
  }

  /** The call is not made. Nothing is given back twice. */
  giveBack(): void {
    for (const { lease, taken } of this.#takeHolds()) lease.giveBack(taken);
  }

  #takeHolds(): readonly Hold[] {
    const holds = this.#holds;
    this.#holds = [];
    return holds;
  }
}
