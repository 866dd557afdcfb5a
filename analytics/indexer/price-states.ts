import type { KnownEvent } from './event-identities.ts';
import type { EventIdentity, PriceChange } from './identify-event.ts';

/** How often prices have entered the states that they can leave, and left them: each effect changes each once. */
export class PriceStates {
  readonly #effects = new Map<string, Set<string>>();

  constructor(planned: readonly KnownEvent[]) {
    for (const { event, content } of planned) this.#add(event, content);
  }

  /** Whether a price is in the state that a transition says that it leaves. */
  isIn(leaves: NonNullable<PriceChange['leaves']>): boolean {
    return this.#count(leaves.entered) > this.#count(leaves.left);
  }

  /** Notes what an event changes, if anything. */
  note({ event, price }: EventIdentity): void {
    if (price?.enters !== undefined) this.#add(price.enters, event);
    if (price?.leaves !== undefined) this.#add(price.leaves.left, event);
  }

  #add(change: string, effect: string): void {
    const effects = this.#effects.get(change);
    if (effects === undefined) this.#effects.set(change, new Set([effect]));
    else effects.add(effect);
  }

  #count(change: string): number {
    return this.#effects.get(change)?.size ?? 0;
  }
}
