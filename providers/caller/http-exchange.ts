import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** The maximum size of an answer. No text answer is larger, and a larger one is not read to its end. */
const MAX_BYTES = 16_777_216;

const running = new AsyncLocalStorage<HttpExchange>();
const exchanges = new WeakMap<object, HttpExchange>();

// The client of `fetch` publishes when it accepts a request and when it writes its first byte.
subscribe('undici:request:create', (message) => {
  const exchange = running.getStore();
  if (exchange !== undefined) exchanges.set(requestOf(message), exchange);
  exchange?.markTakenOn();
});
subscribe('undici:client:sendHeaders', (message) => exchanges.get(requestOf(message))?.markSent());

function requestOf(message: unknown): object {
  return (message as { request: object }).request;
}

/**
 * One request of an official client and its result, for any text of that client. Redirects are not followed, the answer
 * is read to its end and bounded, and the key is removed from every returned text.
 */
export class HttpExchange {
  readonly #key: string;
  #begun = false;
  #takenOn = false;
  #sent = false;
  #status: number | undefined;
  #headers = new Headers();
  #body: string | undefined;
  #tooLarge = false;

  constructor(key: string) {
    this.#key = key;
  }

  /** True if a byte of the request may have been sent; also true while this is unknown. */
  get maybeSent(): boolean {
    return this.#sent || (this.#begun && !this.#takenOn);
  }

  /** Undefined while no answer has begun. */
  get status(): number | undefined {
    return this.#status;
  }

  get succeeded(): boolean {
    return this.#status !== undefined && this.#status >= 200 && this.#status < 300;
  }

  /** The complete answer; undefined until it is complete. */
  get body(): string | undefined {
    return this.#body;
  }

  get tooLarge(): boolean {
    return this.#tooLarge;
  }

  header(name: string): string | undefined {
    return this.#headers.get(name) ?? undefined;
  }

  markTakenOn(): void {
    this.#takenOn = true;
  }

  markSent(): void {
    this.#sent = true;
  }

  /** The `fetch` for an official client. */
  readonly fetch: typeof fetch = (input, init) =>
    running.run(this, async () => {
      this.#begun = true;
      const response = await fetch(input, { ...init, redirect: 'manual' });
      this.#status = response.status;
      this.#headers = new Headers([...response.headers].map(([name, value]) => [name, this.#withoutKey(value)]));
      const body = this.#withoutKey(await this.#textOf(response));
      this.#body = body;
      return new Response(body === '' ? null : body, {
        status: response.status,
        headers: { 'content-type': 'application/json' },
      });
    });

  async #textOf(response: Response): Promise<string> {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += piece.byteLength;
      this.#tooLarge = bytes > MAX_BYTES;
      if (this.#tooLarge) throw new RangeError(`More than ${MAX_BYTES} bytes.`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString();
  }

  #withoutKey(text: string): string {
    return text.replaceAll(this.#key, '[key]');
  }
}
