import { badRequest, type GatewayError } from '../call/gateway-error.ts';
import { Utf8Check } from './utf8-check.ts';
import { JsonScanner, type JsonBounds, type ScannedJson } from './json-scanner.ts';

/**
 * Scans the body of a request while it arrives: each chunk in the turn in which it arrives, and before anything is
 * parsed.
 */
export class BodyScanner {
  readonly #utf8 = new Utf8Check();
  readonly #json: JsonScanner;

  constructor(bounds?: JsonBounds) {
    this.#json = new JsonScanner(bounds);
  }

  /** Scans a chunk. @returns the reason why the body is refused, if one is known by then */
  take(chunk: Buffer): GatewayError | undefined {
    const fault = this.#utf8.take(chunk);
    return fault === undefined ? this.#json.take(chunk) : noUtf8(fault);
  }

  /** Ends the body. @returns its content, or the reason why it is refused */
  end(): ScannedJson | GatewayError {
    const fault = this.#utf8.end();
    return fault === undefined ? this.#json.end() : noUtf8(fault);
  }
}

function noUtf8(at: number): GatewayError {
  return badRequest(`The body must be UTF-8, but byte ${at} is not. Encode the complete body as UTF-8.`);
}
