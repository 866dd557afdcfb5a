import type { LoggedCall } from '../logs/logged-call.ts';

/** The members of a served call that its shadow is compared with. */
export type ServedCall = Pick<
  LoggedCall,
  | 'requestId'
  | 'scope'
  | 'admittedMs'
  | 'status'
  | 'model'
  | 'provider'
  | 'costNanos'
  | 'costUnknown'
  | 'isCostEstimate'
>;

/** A served call, and the call that repeated it at another tier. */
export interface ShadowPair {
  readonly served: ServedCall;
  readonly shadow: LoggedCall;
}

/**
 * The time for which a served call is held, in milliseconds. Its shadow begins when it ends, and a call takes at most
 * an hour.
 */
const HELD_MS = 2 * 3_600_000;

/**
 * Finds the served call of each shadow call. Only calls of the mode `shadow` are held, for two hours of the log. The
 * memory thus depends on the traffic of two hours, and not on the size of the log.
 */
export class ShadowPairs {
  readonly #served = new Map<string, ServedCall>();
  #unpaired = 0;

  /** The number of shadow calls whose served call is not in the log or the window. */
  get unpaired(): number {
    return this.#unpaired;
  }

  /** Adds a call in the order of the log. @returns the pair that it completes; undefined for any other call */
  add(call: LoggedCall): ShadowPair | undefined {
    const original = call.noted?.['shadow_of'];
    if (original === undefined) {
      if (call.noted?.['mode'] === 'shadow') this.#hold(call);
      return undefined;
    }
    const served = this.#served.get(original);
    if (served === undefined) {
      this.#unpaired += 1;
      return undefined;
    }
    this.#served.delete(original);
    return { served, shadow: call };
  }

  #hold(call: LoggedCall): void {
    const { requestId, scope, admittedMs, status, model, provider, costNanos, costUnknown, isCostEstimate } = call;
    this.#served.set(requestId, {
      ...{ requestId, scope, admittedMs, status, model, provider, costNanos, costUnknown, isCostEstimate },
    });
    for (const [oldest, { admittedMs: atMs }] of this.#served) {
      if (atMs > admittedMs - HELD_MS) break;
      this.#served.delete(oldest);
    }
  }
}

/** The tier that was chosen for a call; undefined without one, and for calls whose admission is not in the log. */
export function tierOf({ noted }: Pick<LoggedCall, 'noted'>): string | undefined {
  return noted?.['route.tier'];
}
