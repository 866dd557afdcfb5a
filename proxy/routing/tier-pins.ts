interface Pin {
  readonly tier: string;
  readonly until: number;
}

/**
 * The tier to which each trace is pinned, as far as this process knows; the trace that called longest ago is forgotten
 * first.
 */
export class TierPins {
  readonly #monotonicMs: () => number;
  readonly #pins = new Map<string, Pin>();

  /** @param elapsed milliseconds that only go on */
  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  get size(): number {
    return this.#pins.size;
  }

  /** The name of its tier; undefined where it has none, or none any more. */
  find(trace: string): string | undefined {
    const pin = this.#pins.get(trace);
    return pin !== undefined && this.#monotonicMs() < pin.until ? pin.tier : undefined;
  }

  /** Pins a trace for a time, or extends its pin. */
  keep(trace: string, tier: string, { pinMs, maxPins }: { readonly pinMs: number; readonly maxPins: number }): void {
    const now = this.#monotonicMs();
    this.#pins.delete(trace);
    this.#pins.set(trace, { tier, until: now + pinMs });
    for (const [oldest, { until }] of this.#pins) {
      if (until > now && this.#pins.size <= maxPins) break;
      this.#pins.delete(oldest);
    }
  }
}
