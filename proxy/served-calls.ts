import type { CallsInFlight } from './calls-in-flight.ts';
import type { Upstream } from './open-upstream.ts';
import { readBody } from './body/read-body.ts';
import { ArrivingCall, type CallMade } from './entry/arriving-call.ts';
import type { GatewayError, SoonRefused } from './refusal.ts';
import { ServedCall, type Flights, type ServedParts, type TakenBody } from './served-call.ts';
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

  /** Serves a call, or has its tokens counted, once its head is admitted and its body is read. */
  serve(made: CallMade, caller: WaitingCaller): void {
    this.#count += 1;
    const arriving = new ArrivingCall(this.#parts, made, this.#flights.isClosed);
    caller.answer(
      () => {
        const refused = arriving.admit();
        if (refused instanceof Promise) return refused.then((error) => error ?? this.#read(arriving, caller));
        return refused ?? this.#read(arriving, caller);
      },
      () => this.#leave(),
    );
  }

  /** No promise is made of a call that goes through: those of all calls would be a fiftieth of what they cost. */
  #read(arriving: ArrivingCall, caller: WaitingCaller): GatewayError | undefined {
    this.#count += 1;
    const { asking, request, response } = arriving.made;
    const { keyId, leaf } = asking.key;
    const room = this.#parts.bodies.open({ keyId, organizationId: leaf.organizationId });
    response.on('close', () => room.giveBack());
    if (request.headers.expect !== undefined) response.writeContinue();
    readBody(request, room, (body) => {
      if (body === undefined) {
        // Its caller went away before the end of it.
        arriving.giveBack();
        this.#leave();
      } else {
        caller.answer(
          () => this.#go(arriving, { body, room }),
          () => this.#leave(),
        );
      }
    });
    return undefined;
  }

  #go(arriving: ArrivingCall, taken: TakenBody): SoonRefused {
    try {
      const call = new ServedCall(this.#parts, this.#flights, arriving, taken);
      return arriving.made.isCount ? call.count() : call.serve();
    } catch (error) {
      // A slot of a limit that it held would be held for good.
      arriving.giveBack();
      throw error;
    }
  }

  #leave(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onIdle?.();
  }
}
