import type { ErrorBody } from '../../providers/protocols/shared/plain-error-body.ts';
import { PROVIDER_ERROR_HEADER, errorForCaller } from '../answers/error-for-caller.ts';
import type { CallerResponse } from '../call/caller-response.ts';
import type { ProviderMetrics } from '../decision-log/provider-metrics.ts';
import { toPostRequest, type BodyBytes } from '../body/body-bytes.ts';
import { downstreamHeaders } from '../headers/forward-headers.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { BodyReservation } from '../body/body-budget.ts';
import { PROVIDER_TIMEOUT, toProviderError } from '../call/provider-error.ts';
import { BODY_MEMORY_EXHAUSTED, GATEWAY_STOPPING, type GatewayError } from '../call/gateway-error.ts';
import { endAnswer, addErrorHeaders, writeError } from '../answers/write-answer.ts';

/** A request whose tokens are counted. */
export interface CountedRequest {
  readonly requestId: string;
  readonly upstream: Pick<Upstream, 'name' | 'pool' | 'returnedHeaders'>;
  /** The form of the gateway's errors. */
  readonly errorBody: ErrorBody;
  /** Names and values of the headers about the chosen tier, alternating. */
  readonly routeHeaders: readonly string[];
  /** The path and query at the provider. */
  readonly path: string;
  /** Header names and values, alternating. */
  readonly headers: string[];
  /** The operator's key that the request uses; undefined if it uses the caller's key or none. */
  readonly ownKey: string | undefined;
  readonly body: BodyBytes;
  /** The reservation of the body, from which the answer also takes memory. */
  readonly room: Pick<BodyReservation, 'take'>;
}

/** The maximum bytes of an answer that is passed on. A count has about 30 bytes, an error a few hundred. */
const MAX_BYTES = 65_536;
/** The longest that a provider may take, including its answer, in milliseconds. */
const MAX_MS = 120_000;

const TOO_LARGE: GatewayError = {
  status: 502,
  type: 'api_error',
  message: `The provider's answer to a token count is larger than ${MAX_BYTES} bytes, so the gateway did not read it. Try again.`,
};

/** The reason why no count is returned. */
class NotCounted extends Error {
  readonly error: GatewayError;

  constructor(error: GatewayError) {
    super(error.message);
    this.error = error;
  }
}

/** Asks a provider to count the tokens of a request. No model is called, so this costs nothing and leaves no row. */
export class TokenCount {
  readonly #metrics: ProviderMetrics;
  readonly #counted: CountedRequest;
  readonly #response: CallerResponse;
  readonly #done: () => void;
  readonly #leaving = new AbortController();

  constructor(metrics: ProviderMetrics, counted: CountedRequest, response: CallerResponse, done: () => void) {
    this.#metrics = metrics;
    this.#counted = counted;
    this.#response = response;
    this.#done = done;
  }

  start(): void {
    this.#response.once('close', () => this.#leaving.abort());
    const late = setTimeout(() => this.#leaving.abort(new NotCounted(PROVIDER_TIMEOUT)), MAX_MS).unref();
    void this.#pass()
      .catch((error: unknown) => this.#fail(error as Error))
      .finally(() => {
        clearTimeout(late);
        this.#done();
      });
  }

  cut(): void {
    this.#leaving.abort(new NotCounted(GATEWAY_STOPPING));
  }

  async #pass(): Promise<void> {
    const { requestId, errorBody, upstream, path, headers, body, ownKey, routeHeaders } = this.#counted;
    const { signal } = this.#leaving;
    const response = await upstream.pool.request({ ...toPostRequest(path, body, headers), signal });
    const answer = await this.#read(response.body as AsyncIterable<Buffer>);
    this.#metrics.called(upstream.name, response.statusCode < 300 ? undefined : `http_${response.statusCode}`);
    const { statusCode: status, headers: saidHeaders } = response;
    const shown =
      status < 400
        ? { status, headers: saidHeaders, body: answer }
        : errorForCaller({ status, headers: saidHeaders, body: answer }, ownKey);
    if ('type' in shown) {
      addErrorHeaders(this.#response, routeHeaders);
      writeError(this.#response, shown, { requestId, errorBody });
      return;
    }
    this.#response.sendDate = false;
    const returned = downstreamHeaders(shown.headers, requestId, upstream.returnedHeaders);
    const source = status < 400 ? [] : PROVIDER_ERROR_HEADER;
    this.#response.writeHead(status, [...returned, ...routeHeaders, ...source]);
    endAnswer(this.#response, shown.body);
  }

  /** Reads a body. Leaving the loop before the end of the body closes its connection. */
  async #read(body: AsyncIterable<Buffer>): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > MAX_BYTES) throw new NotCounted(TOO_LARGE);
      if (!this.#counted.room.take(piece.length)) throw new NotCounted(BODY_MEMORY_EXHAUSTED);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  #fail(error: Error): void {
    const { requestId, errorBody, upstream, routeHeaders } = this.#counted;
    const isCut = this.#leaving.signal.aborted;
    this.#metrics.called(upstream.name, isCut ? 'caller_gone' : 'provider_unreachable');
    if (this.#response.headersSent) this.#response.destroy();
    else if (!this.#response.destroyed) {
      addErrorHeaders(this.#response, routeHeaders);
      const answered = error instanceof NotCounted ? error.error : toProviderError(error);
      writeError(this.#response, answered, { requestId, errorBody });
    }
  }
}
