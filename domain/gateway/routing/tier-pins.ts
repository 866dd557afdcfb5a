interface Pin {
  readonly tier: string;
  readonly until: number;
}

/**
 * The key of a pin; undefined for a call without a trace. Callers choose the ids of traces, so the ids of two gateway
 * keys are unrelated. Each agent of a trace has its own prompts.
 */
export function pinKey(call: {
  readonly keyId: string;
  readonly traceId: string | undefined;
  readonly agent: string | undefined;
}): string | undefined {
  return call.traceId === undefined ? undefined : `${call.keyId}\n${call.traceId}\n${call.agent ?? ''}`;
}

/**
 * The tier to which each trace is pinned, as far as this process knows. The trace whose last call is the oldest is
 * forgotten first.
 */
export class TierPins {
  readonly #monotonicMs: () => number;
  readonly #pins = new Map<string, Pin>();

  /** @param monotonicMs the monotonic clock, in milliseconds */
  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  get size(): number {
    return this.#pins.size;
  }

  /** The name of the tier of a trace; undefined if it has none, or its pin has expired. */
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
