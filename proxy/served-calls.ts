import type { CallsInFlight } from './calls-in-flight.ts';
import type { Upstream } from './open-upstream.ts';
import { readBody } from './read-body.ts';
import type { GatewayError } from './refusal.ts';
import { ServedCall, type CallMade, type Flights, type ServedParts, type SoonRefused } from './served-call.ts';

/** What all configurations of a process share. */
export interface SharedCalls {
  readonly calls: CallsInFlight;
  /** Whether nothing is taken any more. */
  readonly isClosed: () => boolean;
}

/** The calls that go by one configuration. */
export class ServedCalls {
  readonly #parts: ServedParts;
  readonly #flights: Flights;
  #count = 0;
  #onIdle: (() => void) | undefined;

  constructor(parts: ServedParts, { calls, isClosed }: SharedCalls) {
    this.#parts = parts;
    const leave = (): void => this.#leave();
    this.#flights = {
      isClosed,
      stay: () => {
        this.#count += 1;
        return leave;
      },
      start: (make) => {
        this.#count += 1;
        calls.start((done) =>
          make(() => {
            done();
            leave();
          }),
        );
      },
    };
  }

  get upstreams(): readonly Upstream[] {
    return this.#parts.upstreams;
  }

  /** Resolves when no call goes by it any more. Nothing may be served by it from then on. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (this.#count === 0) resolve();
    });
  }

  /** Resolves with what the caller is to be told in place of an answer, or when there is something on its way. */
  serve(made: CallMade): Promise<GatewayError | undefined> {
    return this.#read(made, (call) => call.serve());
  }

  /** The same for a call whose tokens are to be counted. */
  countTokens(made: CallMade): Promise<GatewayError | undefined> {
    return this.#read(made, (call) => call.count());
  }

  async #read(made: CallMade, go: (call: ServedCall) => SoonRefused): Promise<GatewayError | undefined> {
    this.#count += 1;
    try {
      const room = this.#parts.bodies.open();
      made.response.once('close', () => room.giveBack());
      const body = await readBody(made.request, room);
      // Its caller went away before the end of it.
      if (body === undefined) return undefined;
      const served = go(new ServedCall(this.#parts, this.#flights, made, { body, room }));
      // Most calls are on their way by now.
      return served instanceof Promise ? await served : served;
    } finally {
      this.#leave();
    }
  }

  #leave(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onIdle?.();
  }
}
