import { toDollars } from '../../../domain/insight/to-dollars.ts';
import type { ShadowPair } from '../../log-figures/shadow-pairs.ts';

/** The costs of shadow calls of a tier against those of the served calls. Amounts are US dollars. */
export interface ShadowFigure {
  readonly pairs: number;
  /** The number of pairs in which both calls succeeded and both costs are known. */
  readonly compared: number;
  /** Null if no pair can be compared, as in the next two members. */
  readonly served_usd: string | null;
  readonly shadow_usd: string | null;
  /** The amount that the tier would have saved; negative if it costs more. */
  readonly would_save_usd: string | null;
  /** The number of pairs that cannot be compared. */
  readonly left_out: number;
}

/** Compares the costs of shadow calls of a tier with those of the served calls. */
export class ShadowTally {
  #pairs = 0;
  #compared = 0;
  #served = 0n;
  #shadow = 0n;

  add({ served, shadow }: ShadowPair): void {
    this.#pairs += 1;
    // A failed answer costs little, and a call that it replaced would have been made again.
    if (served.status !== 'succeeded' || shadow.status !== 'succeeded') return;
    if (served.costNanos === undefined || shadow.costNanos === undefined) return;
    this.#compared += 1;
    this.#served += served.costNanos;
    this.#shadow += shadow.costNanos;
  }

  get figure(): ShadowFigure {
    const usd = (nanos: bigint): string | null => (this.#compared === 0 ? null : toDollars(String(nanos)));
    return {
      pairs: this.#pairs,
      compared: this.#compared,
      served_usd: usd(this.#served),
      shadow_usd: usd(this.#shadow),
      would_save_usd: usd(this.#served - this.#shadow),
      left_out: this.#pairs - this.#compared,
    };
  }
}
