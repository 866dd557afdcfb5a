import type { CallersEnd } from './callers-end.ts';
import type { ProviderMetrics } from './decision-log/provider-metrics.ts';
import { downstreamHeaders } from './headers/forward-headers.ts';
import type { Upstream } from './open-upstream.ts';
import { providerErrorOf } from './provider-error.ts';
import { STOPPING } from './refusal.ts';
import { endAnswer, sayHeaders, writeError } from './write-answer.ts';

/** Where a provider counts the tokens of a request, below its endpoint of messages. */
export const COUNT_TOKENS = '/count_tokens';

/** A request that is to be counted and not answered. */
export interface CountedRequest {
  readonly requestId: string;
  readonly upstream: Pick<Upstream, 'name' | 'pool' | 'returnedHeaders'>;
  /** Names and values of what its answer says of the tier that was chosen, one after the other. */
  readonly routeHeaders: readonly string[];
  /** Path and query there. */
  readonly path: string;
  /** Names and values one after the other. */
  readonly headers: string[];
  readonly body: Buffer;
}

/** Has a provider count the tokens of a request. It is no call of a model: it costs nothing, and leaves no row. */
export class TokenCount {
  readonly #metrics: ProviderMetrics;
  readonly #counted: CountedRequest;
  readonly #response: CallersEnd;
  readonly #done: () => void;
  readonly #leaving = new AbortController();
  #isStopping = false;

  constructor(metrics: ProviderMetrics, counted: CountedRequest, response: CallersEnd, done: () => void) {
    this.#metrics = metrics;
    this.#counted = counted;
    this.#response = response;
    this.#done = done;
  }

  start(): void {
    this.#response.once('close', () => this.#leaving.abort());
    void this.#pass()
      .catch((error: unknown) => this.#fail(error as Error))
      .finally(() => this.#done());
  }

  cut(): void {
    this.#isStopping = true;
    this.#leaving.abort();
  }

  async #pass(): Promise<void> {
    const { requestId, upstream, path, headers, body, routeHeaders } = this.#counted;
    const { signal } = this.#leaving;
    const said = await upstream.pool.request({ method: 'POST', path, headers, body, signal });
    const answer = Buffer.from(await said.body.arrayBuffer());
    this.#metrics.called(upstream.name, said.statusCode < 300 ? undefined : `http_${said.statusCode}`);
    this.#response.sendDate = false;
    const returned = downstreamHeaders(said.headers, requestId, upstream.returnedHeaders);
    this.#response.writeHead(said.statusCode, [...returned, ...routeHeaders]);
    endAnswer(this.#response, answer);
  }

  #fail(error: Error): void {
    const { requestId, upstream, routeHeaders } = this.#counted;
    const isCut = this.#leaving.signal.aborted;
    this.#metrics.called(upstream.name, isCut ? 'caller_gone' : 'provider_unreachable');
    if (this.#response.headersSent) this.#response.destroy();
    else if (!this.#response.destroyed) {
      sayHeaders(this.#response, routeHeaders);
      writeError(this.#response, this.#isStopping ? STOPPING : providerErrorOf(error), requestId);
    }
  }
}
