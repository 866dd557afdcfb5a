import type { BodyBytes } from '../body/body-bytes.ts';
import type { BodyReservation } from '../body/body-budget.ts';
import type { ReadBody } from '../body/read-body.ts';
import type { CachePass } from '../cache/cache-decision.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { ArrivingCall, IncomingCall } from '../entry/arriving-call.ts';
import type { Admission } from '../governance/admission.ts';
import { upstreamHeaders, type HeaderReceiver } from '../headers/forward-headers.ts';
import type { RequestFacts } from '../request/read-call.ts';
import type { ChosenRoute } from '../routing/router.ts';
import { withQuery } from '../routing/with-query.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import type { ServedParts } from './served-parts.ts';

/** The calls in flight that use one configuration. */
export interface ConfigurationCalls extends Pick<CallsInFlight, 'start'> {
  /** True if no calls are accepted any more. */
  readonly isClosed: () => boolean;
  /** Keeps the configuration open. @returns a function that releases it */
  readonly retain: () => () => void;
}

/** The body of a call, and the memory that it takes until the answer has ended. */
export interface BufferedBody {
  readonly body: ReadBody;
  readonly room: BodyReservation;
  /** The time at which its body was complete, by the monotonic clock. */
  readonly startedAt: number;
}

/** A call whose body was read, and the request in the body. */
interface CallRead {
  readonly arriving: ArrivingCall;
  readonly buffered: BufferedBody;
  readonly readResult: RequestFacts | GatewayError;
}

export const NO_HEADERS: readonly string[] = [];

/** The bytes of a refused call, which sends no body. */
const NO_BYTES: BodyBytes = { pieces: [], size: 0, model: undefined };

/**
 * A call of a model after its body was read. All steps that serve it share this record, and store their results in it.
 */
export class GatewayCall {
  readonly parts: ServedParts;
  readonly calls: ConfigurationCalls;
  readonly incoming: IncomingCall;
  readonly room: BodyReservation;
  /**
   * The provider key with which the call is made; undefined if the caller sends none, or its gateway key does not allow
   * one.
   */
  readonly callerKey: string | undefined;
  /** The time at which its body was complete, by the monotonic clock. */
  readonly startedAt: number;
  readonly readResult: RequestFacts | GatewayError;
  /** The annotations of its row, by name. */
  readonly annotations: Record<string, string>;
  /** The identity of the call; the route adds its tier. */
  call: AdmittedCall;
  /** The request as it is sent to a provider; the route may give it another model. */
  body: BodyBytes;
  /** Undefined if calls are not routed. */
  route: ChosenRoute | undefined;
  /** The reservations for it; undefined if there are no limits. */
  admission: Admission | undefined;
  /** The decision of the cache on it; undefined if no rule matches it. */
  pass: CachePass | undefined;

  constructor(parts: ServedParts, calls: ConfigurationCalls, { arriving, buffered, readResult }: CallRead) {
    const { incoming, dimensions, annotations, stepClass, traceId } = arriving;
    const { body, room, startedAt } = buffered;
    const { authorized, requestId } = incoming;
    this.parts = parts;
    this.calls = calls;
    this.incoming = incoming;
    this.room = room;
    this.callerKey = authorized.key.allowsPassthrough ? authorized.callerKey : undefined;
    this.startedAt = startedAt;
    this.body = body.bytes ?? NO_BYTES;
    this.readResult = readResult;
    this.admission = arriving.admission;
    this.route = undefined;
    this.pass = undefined;
    if ('model' in readResult) {
      if (stepClass === undefined) {
        dimensions.set('step_class', readResult.stepClass);
        annotations['step_class_source'] = 'derived';
      }
      if (readResult.tool !== undefined) dimensions.set('tool', readResult.tool);
    }
    this.annotations = annotations;
    this.call = {
      requestId,
      key: authorized.key,
      admittedAt: arriving.admittedAt,
      bodyMs: startedAt - arriving.arrivedMs,
      streaming: 'model' in readResult && readResult.streaming,
      traceId,
      bytes: body.size,
      dimensions,
      annotations,
    };
  }

  /** Headers that name the chosen tier, for every answer after the choice. */
  get routeHeaders(): readonly string[] {
    return this.route?.headers ?? NO_HEADERS;
  }

  annotate(annotations: Readonly<Record<string, string>>): void {
    Object.assign(this.annotations, annotations);
  }

  /** @param model the model that is called there */
  pathAt(upstream: Upstream, model: string): string {
    const { endpoint, query, authorized } = this.incoming;
    return withQuery(upstream.path(endpoint, model, authorized.named), query);
  }

  headersFor(upstream: Upstream): string[] {
    return upstreamHeaders(this.incoming.request.rawHeaders, this.receiver(upstream));
  }

  /** The operator's key for a provider; undefined if the call uses the caller's key or none. */
  ownKeyOf({ key }: Upstream): string | undefined {
    return this.callerKey === undefined ? key : undefined;
  }

  /**
   * The properties of a provider that decide which headers it gets. No object is spread here: that would cost each call
   * more than all of its headers.
   */
  receiver({ wire, key, forwardedHeaders }: Upstream): HeaderReceiver {
    return {
      wire,
      key: this.callerKey ?? key,
      added: forwardedHeaders,
      hasOwnKey: this.callerKey !== undefined,
      tierHeader: this.parts.settings.tierHeader,
    };
  }
}
