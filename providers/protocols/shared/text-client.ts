import type { StructuredAnswer, ModelRequest } from './model-request.ts';

/**
 * The settings of every client, mainly for official ones. Their retries are off, because a call that may have been
 * carried out must not be repeated.
 */
export interface ClientSettings {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly fetch: typeof fetch;
  readonly maxRetries: 0;
  readonly timeout: number;
  readonly logLevel: 'off';
  readonly defaultHeaders: Readonly<Record<string, string>>;
}

/** The content of an answer, read from its body. The types of the clients are not trusted for external data. */
export interface TextAnswer {
  /** The end of the answer; `unstated` if the provider states no reason or an unknown one. */
  readonly ending: 'complete' | 'unstated' | 'truncated' | 'filtered' | 'failed';
  readonly stopReason: string;
  readonly text: string;
  /**
   * The arguments of each function call: a document, or its JSON. Undefined for other values, such as calls of
   * functions that the model was not given.
   */
  readonly structured: readonly unknown[];
}

/** The client for our own calls in a protocol. */
export interface TextClient {
  /** Sends a request once, by the official client if there is one. The outcome is in the exchange. */
  send(request: ModelRequest, settings: ClientSettings): Promise<unknown>;
  /** Reads an answer; undefined if the body is not an answer of this protocol. */
  read(body: unknown, structured: StructuredAnswer | undefined): TextAnswer | undefined;
}
