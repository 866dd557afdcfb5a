import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isInScope } from '../domain/gateway/key-scopes.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import type { KeyRing } from './key-ring.ts';
import { isRoute, letIn } from './let-in.ts';
import { listModels } from './list-models.ts';
import { outOfScope, type GatewayError } from './refusal.ts';
import type { ComposedParts, ServedParts, SoonRefused } from './served-call.ts';
import { ServedCalls } from './served-calls.ts';
import { writeError, writeJson } from './write-answer.ts';
import { COUNT_TOKENS } from './token-count.ts';

export interface DataPlaneParts extends Omit<ServedParts, keyof ComposedParts> {
  readonly keys: KeyRing;
  readonly longestStallMs: () => number;
}

/** An idle connection is kept for longer than most clients keep theirs. */
const KEEP_ALIVE_MS = 65_000;

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
    this.server = createServer({ noDelay: true, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      // What is no fault of a request breaks its connection, and nothing else.
      const breakOff = (): unknown => response.destroy();
      try {
        const answered = this.#answer(request, response);
        answered?.catch(breakOff);
      } catch {
        breakOff();
      }
    });
  }

  /** Calls that are on their way. */
  get inFlight(): number {
    return this.#calls.size;
  }

  /** Has every call from now on go by another configuration. Resolves when none goes by the one before any more. */
  use(composed: ComposedParts): Promise<void> {
    const before = this.#serving;
    this.#serving = this.#servedBy(composed);
    return before.idle();
  }

  #servedBy(composed: ComposedParts): ServedCalls {
    return new ServedCalls({ ...this.#parts, ...composed }, { calls: this.#calls, isClosed: () => this.#isClosed });
  }

  /**
   * Says that it stops, goes on for a while, takes no more, waits for what is on its way as long as it may, and cuts what is left.
   * True where nothing was cut. When it resolves, every row is kept that can be.
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

  #answer(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const { path, query } = partsOfUrl(request.url ?? '');
    if (path === '/healthz') this.#tellLiveness(response);
    else if (path === '/readyz') this.#tellReadiness(response);
    else {
      const requestId = this.#parts.newRequestId();
      this.#parts.traces?.begin(requestId, isRoute(path) ? path : undefined, request, response);
      const refused = this.#serve(request, response, { requestId, path, query });
      if (refused instanceof Promise) return refused.then((error) => this.#tell(error, response, requestId));
      this.#tell(refused, response, requestId);
    }
    return undefined;
  }

  #tell(error: GatewayError | undefined, response: ServerResponse, requestId: string): void {
    if (error === undefined) return;
    this.#parts.metrics.refused(error.type);
    this.#parts.traces?.of(requestId)?.refused(error.type);
    if (!response.destroyed) writeError(response, error, requestId);
  }

  /** What the caller is to be told in place of an answer. */
  #serve(
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, path, query }: { requestId: string; path: string; query: string | undefined },
  ): SoonRefused {
    const { keys, log } = this.#parts;
    const gate = { keys, log, isClosed: this.#isClosed };
    const asking = letIn({ path, method: request.method, headers: request.headers }, gate);
    if ('status' in asking) return asking;
    const { endpoint, key } = asking;
    if (endpoint !== 'models') {
      const made = { requestId, query, asking, endpoint, request, response };
      return path.endsWith(COUNT_TOKENS) ? this.#serving.countTokens(made) : this.#serving.serve(made);
    }
    if (!isInScope(key.scopes.endpoints, endpoint)) return outOfScope('endpoint', endpoint);
    response.setHeader('x-tt-request-id', requestId);
    writeJson(response, 200, JSON.stringify(listModels(this.#serving.upstreams, key.scopes)));
    return undefined;
  }

  #tellLiveness(response: ServerResponse): void {
    writeJson(response, 200, JSON.stringify({ status: 'alive', longest_stall_ms: this.#parts.longestStallMs() }));
  }

  #tellReadiness(response: ServerResponse): void {
    const { keys, log } = this.#parts;
    const hasKeys = keys.isFresh();
    const status = this.#isStopping ? 'stopping' : hasKeys && log.letsIn() ? 'ready' : 'unavailable';
    const states = { keys: hasKeys ? 'known' : 'unknown', log: log.isOpen() ? 'open' : 'closed' };
    writeJson(response, status === 'ready' ? 200 : 503, JSON.stringify({ status, ...states }));
  }
}

/** A query begins at the first question mark; any other is a part of it. */
function partsOfUrl(url: string): { readonly path: string; readonly query: string | undefined } {
  const mark = url.indexOf('?');
  return mark === -1 ? { path: url, query: undefined } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}
