import type { Upstream } from '../call/open-upstream.ts';
import { readBody, type ReadBody } from '../body/read-body.ts';
import { ArrivingCall, type IncomingCall } from '../entry/arriving-call.ts';
import { NO_MODEL, readCall, type AskedCall, type WantedOfBodies } from '../request/read-call.ts';
import type { MaybeAsync } from '../call/maybe-async.ts';
import type { GatewayError } from '../call/refusal.ts';
import type { RespondOnce } from '../call/respond-once.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import { countTokens } from './count-tokens.ts';
import { GatewayCall, type BufferedBody, type ConfigurationCalls } from './gateway-call.ts';
import { serveCall } from './serve-call.ts';
import type { ServedParts } from './served-parts.ts';

/** Is given what a call asks for, as a step that may fail. */
type ToldCall = (said: () => AskedCall | GatewayError) => void;

/** What all configurations of a process share. */
export interface SharedCalls {
  readonly calls: CallsInFlight;
  /** Whether nothing is taken any more. */
  readonly isClosed: () => boolean;
}

/** What has more values is read elsewhere, however few bytes it has: it would take the serving thread more than some milliseconds. */
const MAX_VALUES_AT_ONCE = 20_000;

/** The calls that go by one configuration. */
export class ServedCalls {
  readonly #parts: ServedParts;
  readonly #running: ConfigurationCalls;
  readonly #wanted: WantedOfBodies;
  #count = 0;
  #onIdle: (() => void) | undefined;

  constructor(parts: ServedParts, { calls, isClosed }: SharedCalls) {
    this.#parts = parts;
    this.#wanted = wantedBy(parts);
    const leave = (): void => this.#leave();
    this.#running = {
      isClosed,
      retain: () => {
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
  serve(incoming: IncomingCall, caller: RespondOnce): void {
    this.#count += 1;
    const arriving = new ArrivingCall(this.#parts, incoming, this.#running.isClosed);
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
  #read(arriving: ArrivingCall, caller: RespondOnce): GatewayError | undefined {
    this.#count += 1;
    const { authorized, request, response } = arriving.incoming;
    const { keyId, leaf } = authorized.key;
    const room = this.#parts.bodies.open({ keyId, organizationId: leaf.organizationId });
    response.on('close', () => room.giveBack());
    if (request.headers.expect !== undefined) response.writeContinue();
    readBody(request, room, (body) => {
      if (body === undefined) {
        // Its caller went away before the end of it.
        arriving.giveBack();
        this.#leave();
        return;
      }
      const startedAt = this.#parts.elapsed();
      this.#readCall(body, arriving, (said) =>
        caller.answer(
          () => this.#go(arriving, () => ({ body, said: said(), room, startedAt })),
          () => this.#leave(),
        ),
      );
    });
    return undefined;
  }

  /** What a body asks for: at once where that takes no more than some milliseconds, and from the worker otherwise. */
  #readCall({ bytes, values, refusal }: ReadBody, { incoming, stepClass }: ArrivingCall, tell: ToldCall): void {
    const as = { endpoint: incoming.endpoint, stepClass, wanted: this.#wanted };
    const [only] = bytes?.pieces ?? [];
    if (bytes === undefined || only === undefined) tell(() => refusal ?? NO_MODEL);
    else if (bytes.pieces.length === 1 && values <= MAX_VALUES_AT_ONCE) tell(() => readCall(only, as));
    else {
      const { keyId } = incoming.authorized.key;
      const turn = { share: keyId, isGone: () => incoming.response.destroyed };
      void this.#parts.largeBodies.read({ pieces: bytes.pieces, as }, turn).then((said) => tell(() => said));
    }
  }

  #go(arriving: ArrivingCall, taken: () => BufferedBody): MaybeAsync<GatewayError | undefined> {
    try {
      const call = new GatewayCall(this.#parts, this.#running, arriving, taken());
      return arriving.incoming.isCount ? countTokens(call) : serveCall(call);
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

function wantedBy({ governor, router, retries, shadows, cache, capture }: ServedParts): WantedOfBodies {
  return {
    isLimited: governor?.limitsUse ?? false,
    isRouted: router !== undefined,
    isSentElsewhere: retries.attempts > 1 || shadows !== undefined,
    cacheRules: cache?.rules ?? [],
    keepsWords: capture?.keepsWords ?? false,
  };
}
