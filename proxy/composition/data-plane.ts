import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { isInScope, type KeyScopes } from '../../domain/gateway/key-scopes.ts';
import type { BuildVersion } from '../../domain/installation/build-version.ts';
import { SERVER_TIMES } from '../../transport/connection-times.ts';
import { hostHeaders } from '../../transport/host-headers.ts';
import {
  limitConnections,
  type ConnectionLimits,
  type ConnectionLimitPorts,
} from '../../transport/limit-connections.ts';
import { SlowTransfers } from '../../transport/slow-transfers.ts';
import { CallsInFlight } from '../forwarding/calls-in-flight.ts';
import { answerMalformedRequest } from '../entry/answer-malformed-request.ts';
import { discardBody, hasMoreBody } from '../entry/discard-body.ts';
import { isCountPath, authorizeRequest, MODELS_PATH_PREFIX, findRouteName } from '../entry/authorize-request.ts';
import { errorBodyAt } from '../entry/call-at-path.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { badRequest, notFoundError, outOfScopeError, type GatewayError } from '../call/gateway-error.ts';
import type { ComposedParts, ServedParts } from '../forwarding/served-parts.ts';
import { ServedCalls } from '../forwarding/served-calls.ts';
import { writeError, writeJson } from '../answers/write-answer.ts';
import { RespondOnce } from '../call/respond-once.ts';
import { findModel, listModels, type ListedModel, type ModelList } from './list-models.ts';

export interface DataPlaneParts extends Omit<ServedParts, keyof ComposedParts> {
  readonly keys: KeyRing;
  readonly maxStallMs: () => number;
  /** The build that `/healthz` states. */
  readonly build: BuildVersion;
  readonly connections: ConnectionLimits & ConnectionLimitPorts;
}

/** A request and the caller that waits for its answer. */
interface AskedBy {
  readonly requestId: string;
  readonly caller: RespondOnce;
}

/**
 * The refusal of a request without exactly one host. Another server on the way may read such a request differently, so
 * the gateway reads nothing more from its connection.
 */
const ONE_HOST: GatewayError = {
  ...badRequest('The request has no `Host` header, or more than one. Send exactly one `Host` header.'),
  closes: true,
};

/** The data plane, as a server that does not listen yet. */
export class DataPlane {
  readonly server: Server;
  readonly #parts: DataPlaneParts;
  readonly #calls = new CallsInFlight();
  #serving: ServedCalls;
  #isStopping = false;
  #isClosed = false;

  constructor(parts: DataPlaneParts, composed: ComposedParts) {
    this.#parts = parts;
    this.#serving = this.#servedBy(composed);
    this.server = createServer({ noDelay: true, requireHostHeader: false, ...SERVER_TIMES });
    limitConnections(this.server, parts.connections, parts.connections);
    new SlowTransfers(this.server, parts.monotonicMs).start();
    this.server.on('clientError', (error, socket) =>
      answerMalformedRequest(error, socket as Socket, parts.newRequestId()),
    );
    // A caller that expects `100 Continue` gets it when its body is read, so that a refusal can be sent in its place.
    this.server.on('checkContinue', (request, response) => this.server.emit('request', request, response));
    this.server.on('request', (request, response) => {
      const requestId = parts.newRequestId();
      const caller = new RespondOnce(response, (error) => this.#sendError(error, request, response, requestId));
      caller.answer(() => this.#answer(request, response, { requestId, caller }));
    });
  }

  /** The number of calls in flight. */
  get inFlight(): number {
    return this.#calls.size;
  }

  /** Switches all later calls to another configuration. Resolves when no call uses the previous one. */
  use(composed: ComposedParts): Promise<void> {
    const before = this.#serving;
    this.#serving = this.#servedBy(composed);
    return before.idle();
  }

  #servedBy(composed: ComposedParts): ServedCalls {
    return new ServedCalls({ ...this.#parts, ...composed }, { calls: this.#calls, isClosed: () => this.#isClosed });
  }

  /**
   * Reports on `/readyz` that it is stopping, serves calls for `delayMs` more, and then accepts no more. Waits up to
   * `drainMs` for the calls in flight, and cuts the rest. True if none was cut. When it resolves, every row that can be
   * stored is stored.
   */
  async drain({ delayMs, drainMs }: { readonly delayMs: number; readonly drainMs: number }): Promise<boolean> {
    this.#isStopping = true;
    if (delayMs > 0) await delay(delayMs);
    this.#isClosed = true;
    this.server.close();
    this.server.closeIdleConnections();
    const isWhole = await this.#calls.end(drainMs);
    this.server.closeAllConnections();
    return isWhole;
  }

  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, caller }: AskedBy,
  ): GatewayError | undefined {
    if (!namesOneHost(request)) return ONE_HOST;
    const { path, query } = partsOfUrl(request.url ?? '');
    if (path === '/healthz') this.#tellLiveness(response);
    else if (path === '/readyz') this.#tellReadiness(response);
    else {
      this.#parts.traces?.begin(requestId, findRouteName(path), request, response);
      return this.#serve(request, response, { requestId, caller, path, query });
    }
    return undefined;
  }

  #sendError(error: GatewayError, request: IncomingMessage, response: ServerResponse, requestId: string): void {
    this.#parts.metrics.refused(error.type);
    this.#parts.traces?.of(requestId)?.refused(error.type);
    if (response.destroyed) return;
    // Closing the connection while the body arrives would break the answer, so the rest of the body is discarded. A
    // request without exactly one host closes its connection in any case.
    const isDiscarded = error !== ONE_HOST && hasMoreBody(request);
    if (isDiscarded) discardBody(request);
    const errorBody = errorBodyAt(partsOfUrl(request.url ?? '').path);
    writeError(response, error, { requestId, errorBody, staysOpen: isDiscarded });
  }

  /** The error for the caller, if one is known before the body is read. */
  #serve(
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, caller, path, query }: AskedBy & { readonly path: string; readonly query: string | undefined },
  ): GatewayError | undefined {
    const { keys, log } = this.#parts;
    const gate = { keys, log, isClosed: this.#isClosed };
    const authorized = authorizeRequest({ path, query, method: request.method, headers: request.headers }, gate);
    if ('status' in authorized) return authorized;
    const { endpoint, key } = authorized;
    if (endpoint !== 'models') {
      const isCount = authorized.named?.isCount ?? isCountPath(path);
      this.#serving.serve({ requestId, query, authorized, endpoint, request, response, isCount }, caller);
      return undefined;
    }
    if (!isInScope(key.scopes.endpoints, endpoint)) return outOfScopeError('endpoint', endpoint);
    const models = this.#modelsAt(path, key.scopes);
    if ('status' in models) return models;
    response.setHeader('x-tt-request-id', requestId);
    writeJson(response, 200, JSON.stringify(models));
    return undefined;
  }

  /** All models that a key opens, or the one that a path names. */
  #modelsAt(path: string, scopes: KeyScopes): ModelList | ListedModel | GatewayError {
    const { upstreams } = this.#serving;
    if (!path.startsWith(MODELS_PATH_PREFIX)) return listModels(upstreams, scopes);
    const id = decodedText(path.slice(MODELS_PATH_PREFIX.length));
    const model = id === undefined ? undefined : findModel(upstreams, scopes, id);
    return (
      model ??
      notFoundError(
        'No provider of this gateway serves this model, or the scopes of this key do not include it. `GET /v1/models` lists the models of the key.',
      )
    );
  }

  #tellLiveness(response: ServerResponse): void {
    const { maxStallMs, build } = this.#parts;
    writeJson(response, 200, JSON.stringify({ status: 'alive', ...build, longest_stall_ms: maxStallMs() }));
  }

  #tellReadiness(response: ServerResponse): void {
    const { keys, log } = this.#parts;
    const hasKeys = keys.isFresh();
    const status = this.#isStopping ? 'stopping' : hasKeys && log.acceptsCalls() ? 'ready' : 'unavailable';
    const states = { keys: hasKeys ? 'known' : 'unknown', log: log.isOpen() ? 'open' : 'closed' };
    writeJson(response, status === 'ready' ? 200 : 503, JSON.stringify({ status, ...states }));
  }
}

/** The decoded text; undefined if it is not percent-encoded UTF-8. */
function decodedText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** True if a request names exactly one host. Requests of HTTP/1.0 may name none. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const { length } = hostHeaders(rawHeaders);
  return length === 1 || (length === 0 && httpVersion === '1.0');
}

/** The origin before the path of a request to a proxy; every server accepts such requests (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** The path and the query of a request target. The query begins at the first question mark; later ones belong to it. */
function partsOfUrl(target: string): { readonly path: string; readonly query: string | undefined } {
  const url = target.startsWith('/') ? target : target.replace(ORIGIN, '');
  const mark = url.indexOf('?');
  return mark === -1 ? { path: url, query: undefined } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}
