import type { IncomingMessage } from 'node:http';
import { BODY_MEMORY_EXHAUSTED, bodyTooLargeError, type GatewayError } from '../call/gateway-error.ts';
import { turnBytes } from './turn-bytes.ts';
import type { BodyBytes } from './body-bytes.ts';
import { BodyCollector } from './body-collector.ts';
import { refuseOtherForm } from './refuse-other-form.ts';
import type { BodyReservation } from './body-budget.ts';
import { BodyScanner } from './body-scanner.ts';

/** The maximum bytes of a body: as many as the largest provider accepts. */
const MAX_BODY_BYTES = 33_554_432;

/** The maximum bytes that a server reads in one chunk. */
const ONE_CHUNK_BYTES = 65_536;

export interface ReadBody {
  /** Undefined if the body is not accepted. */
  readonly bytes: BodyBytes | undefined;
  /** The number of values in the body. */
  readonly values: number;
  /** The number of bytes that were read. */
  readonly size: number;
  /** The reason why the body is not accepted; undefined if it is accepted. */
  readonly refusal: GatewayError | undefined;
}

/**
 * Reads the body of a request. It takes memory as bytes arrive: the declared length refuses only a body that can never
 * fit. Each chunk is scanned as it arrives, so that no later step parses a body that is unbounded or has two readings.
 * @param onBody is called once, with the body; undefined if the caller left before the end of the body
 */
export function readBody(
  request: IncomingMessage,
  reservation: Pick<BodyReservation, 'maxBytes' | 'arrives' | 'take'>,
  onBody: (body: ReadBody | undefined) => void,
): void {
  const maxBytes = Math.min(MAX_BODY_BYTES, reservation.maxBytes);
  const declared = Number(request.headers['content-length'] ?? 0);
  const early =
    refuseOtherForm(request.headers['content-encoding']) ??
    (declared > maxBytes ? bodyTooLargeError(maxBytes) : undefined);
  if (early !== undefined) {
    onBody(refused(early, 0));
    return;
  }
  const collector = new BodyCollector();
  const scanner = new BodyScanner();
  let size = 0;
  let isEnded = false;
  let arrived: (() => void) | undefined;
  const end = (body: ReadBody | undefined): void => {
    if (isEnded) return;
    isEnded = true;
    arrived?.();
    onBody(body);
  };
  const refuse = (refusal: GatewayError): void => {
    request.off('data', onData);
    // The code that reports the refusal discards the rest.
    request.pause();
    end(refused(refusal, size));
  };
  // A body that arrives in one chunk gets all of its memory in one step.
  if (!(declared > 0 && declared <= ONE_CHUNK_BYTES))
    arrived = reservation.arrives(() => refuse(BODY_MEMORY_EXHAUSTED));
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > maxBytes) refuse(bodyTooLargeError(maxBytes));
    else if (!reservation.take(chunk.length)) refuse(BODY_MEMORY_EXHAUSTED);
    else {
      const fault = scanner.take(chunk);
      if (fault !== undefined) refuse(fault);
      else {
        collector.add(chunk);
        turnBytes.share(request, chunk.length);
      }
    }
  };
  request.on('data', onData);
  request.on('end', () => {
    if (isEnded) return;
    const scanned = scanner.end();
    if ('status' in scanned) {
      end(refused(scanned, size));
      return;
    }
    const { model, values } = scanned;
    end({ bytes: { pieces: collector.end(), size, model }, values, size, refusal: undefined });
  });
  const leave = (): void => end(undefined);
  request.on('close', leave);
  request.on('error', leave);
}

function refused(refusal: GatewayError, size: number): ReadBody {
  return { bytes: undefined, values: 0, size, refusal };
}
