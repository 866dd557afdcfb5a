import type { EventHash } from '../events/event-hash.ts';
import type { EventIdentity, PriceChange } from '../events/identify-event.ts';
import type { KnownChange } from './known-events.ts';

/** Counts the effects that moved prices into the states that they can leave, and out of them. */
export class PriceStates {
  readonly #effects = new Map<EventHash, number>();

  constructor(planned: readonly KnownChange[]) {
    for (const { change, effects } of planned) this.#add(change, effects);
  }

  /** True if a price is in the state that a transition leaves. */
  isIn(leaves: NonNullable<PriceChange['leaves']>): boolean {
    return this.#count(leaves.entered) > this.#count(leaves.left);
  }

  /** Adds the change of a price that a new event makes, if any. */
  note({ price }: EventIdentity): void {
    if (price?.enters !== undefined) this.#add(price.enters, 1);
    if (price?.leaves !== undefined) this.#add(price.leaves.left, 1);
  }

  #add(change: EventHash, effects: number): void {
    this.#effects.set(change, this.#count(change) + effects);
  }

  #count(change: EventHash): number {
    return this.#effects.get(change) ?? 0;
  }
}
