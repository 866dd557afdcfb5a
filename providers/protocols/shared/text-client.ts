import type { StructuredAnswer, ModelRequest } from './model-request.ts';

/** What every client is made with, official ones above all. Its own retries are off: a call that may have been carried out is not repeated. */
export interface ClientSettings {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly fetch: typeof fetch;
  readonly maxRetries: 0;
  readonly timeout: number;
  readonly logLevel: 'off';
  readonly defaultHeaders: Readonly<Record<string, string>>;
}

/** What an answer holds, read from its body: no client's type is trusted about what a stranger sent. */
export interface TextAnswer {
  /** `unstated` where the provider gives a reason that nobody here knows, or none. */
  readonly ending: 'complete' | 'unstated' | 'truncated' | 'filtered' | 'failed';
  readonly stopReason: string;
  readonly text: string;
  /**
   * What the model gave each time that it called a function: a document, or the JSON of one; undefined for anything else, above all for the
   * call of a function that it was not given.
   */
  readonly structured: readonly unknown[];
}

/** How calls of our own are made by a protocol. */
export interface TextClient {
  /** Sends it once, by the official client where there is one; what comes of it is the exchange's to say. */
  send(request: ModelRequest, settings: ClientSettings): Promise<unknown>;
  /** Undefined where the body is no answer of this protocol. */
  read(body: unknown, structured: StructuredAnswer | undefined): TextAnswer | undefined;
}
