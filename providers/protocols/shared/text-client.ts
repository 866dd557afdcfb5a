import type { StructuredAnswer, ModelRequest } from './model-request.ts';

/**
 * The settings of every client, above all of official ones. Their own retries are off: a call that may have been
 * carried out is not repeated.
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

/** The content of an answer, read from its body: the types of clients are not trusted for foreign data. */
export interface TextAnswer {
  /** `unstated` where the provider gives a reason that nobody here knows, or none. */
  readonly ending: 'complete' | 'unstated' | 'truncated' | 'filtered' | 'failed';
  readonly stopReason: string;
  readonly text: string;
  /**
   * The arguments of each function call: a document, or the JSON of one; undefined for other values, above all for
   * calls of functions that the model was not given.
   */
  readonly structured: readonly unknown[];
}

/** The calls of our own in a protocol. */
export interface TextClient {
  /** Sends it once, by the official client where there is one; what comes of it is the exchange's to say. */
  send(request: ModelRequest, settings: ClientSettings): Promise<unknown>;
  /** Undefined where the body is no answer of this protocol. */
  read(body: unknown, structured: StructuredAnswer | undefined): TextAnswer | undefined;
}
