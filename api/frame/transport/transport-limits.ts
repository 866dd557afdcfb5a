import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import { SERVER_TIMES } from '../../../transport/connection-times.ts';

/**
 * Milliseconds after which an idle connection is closed. Otherwise, a reader that stops reading an export would keep
 * its answer, of up to 60 MiB, in memory forever. The time is four times the maximum that a question takes without
 * output.
 */
const SILENCE_TIMEOUT_MS = 120_000;

/** The maximum size of the request line and all headers, more than ten times the longest request of our clients. */
const MAX_HEADER_BYTES = 16_384;

/** The maximum size of a path with its query. The longest page cursor has a few hundred characters. */
export const MAX_URL_BYTES = 4_096;

/** Seconds before a 503 may be retried: an outage of a part lasts a few seconds, or long. */
export const RETRY_AFTER_SECONDS = 1;

/**
 * The maximum number of connections of one process; further ones are closed immediately. An idle connection costs about
 * 20 KiB.
 */
export const MAX_CONNECTIONS = 5_000;

/** The limits of time and size that the framework applies before there is a request. */
export const TRANSPORT_LIMITS = {
  requestTimeout: SERVER_TIMES.requestTimeout,
  connectionTimeout: SILENCE_TIMEOUT_MS,
  keepAliveTimeout: SERVER_TIMES.keepAliveTimeout,
  http: {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: SERVER_TIMES.headersTimeout,
    connectionsCheckingInterval: SERVER_TIMES.connectionsCheckingInterval,
    // `request-line` answers requests without a host with a problem document.
    requireHostHeader: false,
  },
} as const satisfies FastifyHttpOptions<RawServerDefault>;
