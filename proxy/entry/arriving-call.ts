import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { isInScope } from '../../domain/gateway/key-scopes.ts';
import type { StepClass } from '../../domain/gateway/step-classes.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import { CallDimensions } from '../call/call-dimensions.ts';
import type { DecisionLog } from '../decision-log/decision-log.ts';
import type { MaybeAsync } from '../call/maybe-async.ts';
import { storeRefusal } from '../decision-log/store-refusal.ts';
import type { Admission } from '../governance/admission.ts';
import type { Governor } from '../governance/governor.ts';
import { refusalAnnotations } from '../governance/limit-refusal.ts';
import { readAnnotations, type AnnotationSettings } from '../headers/read-annotations.ts';
import { outOfScopeError, GATEWAY_STOPPING, type GatewayError } from '../call/gateway-error.ts';
import type { CallTraces } from '../traces/call-traces.ts';
import type { AuthorizedRequest } from './authorize-request.ts';

export interface ArrivingParts {
  readonly log: Pick<DecisionLog, 'refuse'>;
  readonly clock: Clock;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly settings: AnnotationSettings;
  /** Undefined if there are no limits. */
  readonly governor: Pick<Governor, 'admitHead'> | undefined;
  /** Absent if nothing is traced. */
  readonly traces?: CallTraces | undefined;
}

/** A call of a model, before its body is read. */
export interface IncomingCall {
  readonly requestId: string;
  readonly query: string | undefined;
  readonly authorized: AuthorizedRequest;
  readonly endpoint: CalledEndpoint;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** True if the request only counts its tokens, and no model is called. */
  readonly isCount: boolean;
}

/**
 * A call whose head has arrived. All checks that need no body run before any of the body is read, and before any memory
 * is reserved for it.
 */
export class ArrivingCall {
  readonly incoming: IncomingCall;
  readonly dimensions: CallDimensions;
  /** The annotations of its row, by name. */
  readonly annotations: Record<string, string>;
  readonly traceId: string | undefined;
  /** The time of admission: limits count the call at this instant, and its row states it. */
  readonly admittedAt: Date;
  /** The same instant by the monotonic clock, in milliseconds. */
  readonly arrivedMs: number;
  /** Undefined if the caller names none. */
  readonly stepClass: StepClass | undefined;
  readonly #parts: ArrivingParts;
  readonly #isClosed: () => boolean;
  #admission: Admission | undefined;

  /** @param isClosed true if no calls are accepted any more */
  constructor(parts: ArrivingParts, incoming: IncomingCall, isClosed: () => boolean) {
    const { dimensions, annotations, stepClass, traceId } = readAnnotations(incoming.request.headers, parts.settings);
    this.#parts = parts;
    this.#isClosed = isClosed;
    this.incoming = incoming;
    this.admittedAt = parts.clock.now();
    this.arrivedMs = parts.monotonicMs();
    this.dimensions = new CallDimensions(dimensions);
    this.annotations = annotations;
    this.stepClass = stepClass;
    this.traceId = traceId;
    if (stepClass === undefined) return;
    this.dimensions.set('step_class', stepClass);
    annotations['step_class_source'] = 'explicit';
  }

  /** The reservations of its admission; undefined if there are no limits. */
  get admission(): Admission | undefined {
    return this.#admission;
  }

  /** Admits the call by its head. @returns the error for its caller; undefined if it is admitted */
  admit(): MaybeAsync<GatewayError | undefined> {
    const { authorized, endpoint, isCount } = this.incoming;
    const { key } = authorized;
    if (!isInScope(key.scopes.endpoints, endpoint)) return this.#refuse(outOfScopeError('endpoint', endpoint));
    const { governor } = this.#parts;
    if (governor === undefined) return undefined;
    const verdict = governor.admitHead({
      key,
      dimensions: this.dimensions,
      atMs: this.admittedAt.getTime(),
      isCount,
    });
    return verdict instanceof Promise ? this.#takeLate(verdict) : this.#take(verdict);
  }

  /** Returns the reservations of the admission, because the call is not made. */
  giveBack(): void {
    this.#admission?.giveBack();
  }

  /** The late admission, unless the caller has left in the meantime or calls are no longer accepted. */
  async #takeLate(verdict: Promise<Admission | GatewayError>): Promise<GatewayError | undefined> {
    const { traces, monotonicMs } = this.#parts;
    const since = monotonicMs();
    const admission = await verdict;
    traces?.of(this.incoming.requestId)?.waitedForLimits(since);
    if ('status' in admission || !(this.incoming.response.destroyed || this.#isClosed())) return this.#take(admission);
    admission.giveBack();
    return this.#refuse(GATEWAY_STOPPING);
  }

  #take(admission: Admission | GatewayError): MaybeAsync<GatewayError | undefined> {
    if ('status' in admission) {
      Object.assign(this.annotations, refusalAnnotations(admission));
      return this.#refuse(admission);
    }
    admission.note(this.annotations);
    this.#admission = admission;
    return undefined;
  }

  /** Refuses the request and stores a row. A request that counts tokens never has a row. */
  #refuse(error: GatewayError): MaybeAsync<GatewayError | undefined> {
    const { requestId, authorized, request, isCount } = this.incoming;
    if (isCount) return error;
    const call: AdmittedCall = {
      requestId,
      key: authorized.key,
      admittedAt: this.admittedAt,
      streaming: false,
      traceId: this.traceId,
      bytes: Number(request.headers['content-length'] ?? 0),
      dimensions: this.dimensions,
      annotations: this.annotations,
    };
    return storeRefusal(this.#parts.log, call, error, 0);
  }
}
