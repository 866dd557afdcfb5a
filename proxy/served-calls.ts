import type { CallsInFlight } from './calls-in-flight.ts';
import type { Upstream } from './open-upstream.ts';
import { readBody } from './body/read-body.ts';
import { ServedCall, type CallMade, type Flights, type ServedParts, type SoonRefused } from './served-call.ts';
import type { WaitingCaller } from './waiting-caller.ts';

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

  /** Serves a call once its body is read. */
  serve(made: CallMade, caller: WaitingCaller): void {
    this.#read(made, caller, (call) => call.serve());
  }

  /** The same for a call whose tokens are to be counted. */
  countTokens(made: CallMade, caller: WaitingCaller): void {
    this.#read(made, caller, (call) => call.count());
  }

  /** No promise is made of a call that goes through: those of all calls would be a fiftieth of what they cost. */
  #read(made: CallMade, caller: WaitingCaller, go: (call: ServedCall) => SoonRefused): void {
    this.#count += 1;
    const room = this.#parts.bodies.open();
    made.response.on('close', () => room.giveBack());
    readBody(made.request, room, (body) => {
      // Its caller went away before the end of it.
      if (body === undefined) this.#leave();
      else
        caller.answer(
          () => go(new ServedCall(this.#parts, this.#flights, made, { body, room })),
          () => this.#leave(),
        );
    });
  }

  #leave(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onIdle?.();
  }
}
