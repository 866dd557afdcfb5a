import type { PathCall } from '../../providers/protocols/shared/protocol-paths.ts';
import type { BodyBytes } from '../body/body-bytes.ts';
import type { Upstream } from '../call/open-upstream.ts';
import { readBody, type ReadBody } from '../body/read-body.ts';
import { ArrivingCall, type IncomingCall } from '../entry/arriving-call.ts';
import { MISSING_MODEL, readCall, type RequestFacts, type BodyFactSelection } from '../request/read-call.ts';
import type { MaybeAsync } from '../call/maybe-async.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { RespondOnce } from '../call/respond-once.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import { countTokens } from './count-tokens.ts';
import { GatewayCall, type BufferedBody, type ConfigurationCalls } from './gateway-call.ts';
import { serveCall } from './serve-call.ts';
import type { ServedParts } from './served-parts.ts';

/** The parts that all configurations of a process share. */
export interface SharedCalls {
  readonly calls: CallsInFlight;
  /** True if no calls are accepted any more. */
  readonly isClosed: () => boolean;
}

/**
 * The number of values above which a thread reads a body, regardless of its bytes: the serving thread would need more
 * than a few milliseconds.
 */
const MAX_VALUES_AT_ONCE = 20_000;

/** The calls that use one configuration. */
export class ServedCalls {
  readonly #parts: ServedParts;
  readonly #running: ConfigurationCalls;
  readonly #wanted: BodyFactSelection;
  readonly #leave = (): void => {
    this.#count -= 1;
    if (this.#count === 0) this.#onIdle?.();
  };
  #count = 0;
  #onIdle: (() => void) | undefined;

  constructor(parts: ServedParts, { calls, isClosed }: SharedCalls) {
    this.#parts = parts;
    this.#wanted = wantedBy(parts);
    this.#running = {
      isClosed,
      retain: () => {
        this.#count += 1;
        return this.#leave;
      },
      start: (make) => {
        this.#count += 1;
        calls.start((done) =>
          make(() => {
            done();
            this.#leave();
          }),
        );
      },
    };
  }

  get upstreams(): readonly Upstream[] {
    return this.#parts.upstreams;
  }

  /** Resolves when no call uses the configuration any more. It must serve nothing after that. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (this.#count === 0) resolve();
    });
  }

  /** Serves a call or counts its tokens, after its head is admitted and its body is read. */
  serve(incoming: IncomingCall, caller: RespondOnce): void {
    this.#count += 1;
    const arriving = new ArrivingCall(this.#parts, incoming, this.#running.isClosed);
    caller.answer(() => {
      const refused = arriving.admit();
      if (refused instanceof Promise) return refused.then((error) => error ?? this.#read(arriving, caller));
      return refused ?? this.#read(arriving, caller);
    }, this.#leave);
  }

  /**
   * Reads the body of a call, and then serves it. A call that is not refused creates no promise here: the promises of
   * all calls would be a fiftieth of their cost.
   */
  #read(arriving: ArrivingCall, caller: RespondOnce): GatewayError | undefined {
    this.#count += 1;
    const { authorized, request, response } = arriving.incoming;
    const { keyId, leaf } = authorized.key;
    const room = this.#parts.bodies.open({ keyId, organizationId: leaf.organizationId });
    response.on('close', () => room.giveBack());
    if (request.headers.expect !== undefined) response.writeContinue();
    readBody(request, room, (body) => {
      if (body === undefined) {
        // The caller left before the end of the body.
        arriving.giveBack();
        this.#leave();
        return;
      }
      const startedAt = this.#parts.monotonicMs();
      caller.answer(() => this.#serveRead(arriving, { body, room, startedAt }), this.#leave);
    });
    return undefined;
  }

  /**
   * Serves a call whose body has arrived. A body that takes at most a few milliseconds is read here, any other by a
   * thread.
   */
  #serveRead(arriving: ArrivingCall, buffered: BufferedBody): MaybeAsync<GatewayError | undefined> {
    const { bytes, values } = buffered.body;
    const { incoming, stepClass } = arriving;
    const { named } = incoming.authorized;
    if (!isWorthReading(bytes, named) || (bytes.pieces.length <= 1 && values <= MAX_VALUES_AT_ONCE))
      return this.#go(arriving, buffered);
    const as = { endpoint: incoming.endpoint, named, stepClass, wanted: this.#wanted };
    const turn = { share: incoming.authorized.key.keyId, isGone: () => incoming.response.destroyed };
    const late = this.#parts.largeBodies.read({ pieces: bytes.pieces, as }, turn);
    return late.then((readResult) => this.#go(arriving, buffered, readResult));
  }

  /** @param late the result of the thread; absent if the body is read here */
  #go(
    arriving: ArrivingCall,
    buffered: BufferedBody,
    late?: RequestFacts | GatewayError,
  ): MaybeAsync<GatewayError | undefined> {
    try {
      const readResult = late ?? this.#readCall(buffered.body, arriving);
      const call = new GatewayCall(this.#parts, this.#running, { arriving, buffered, readResult });
      return arriving.incoming.isCount ? countTokens(call) : serveCall(call);
    } catch (error) {
      // Without this, a slot under a limit would never be released.
      arriving.giveBack();
      throw error;
    }
  }

  #readCall({ bytes, refusal }: ReadBody, { incoming, stepClass }: ArrivingCall): RequestFacts | GatewayError {
    const { named } = incoming.authorized;
    const only = isWorthReading(bytes, named) ? bytes.pieces[0] : undefined;
    if (only === undefined) return refusal ?? MISSING_MODEL;
    return readCall(only, { endpoint: incoming.endpoint, named, stepClass, wanted: this.#wanted });
  }
}

function wantedBy({ governor, router, retries, shadows, cache, capture }: ServedParts): BodyFactSelection {
  return {
    isLimited: governor?.limitsUse ?? false,
    isRouted: router !== undefined,
    isSentElsewhere: retries.attempts > 1 || shadows !== undefined,
    cacheRules: cache?.rules ?? [],
    keepsWords: capture?.keepsWords ?? false,
  };
}

/** True if a body was received, and it or its path names a model. */
function isWorthReading(bytes: BodyBytes | undefined, named: PathCall | undefined): bytes is BodyBytes {
  return bytes !== undefined && (bytes.model !== undefined || named !== undefined);
}
