import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import { SERVER_TIMES } from '../../../transport/connection-times.ts';

/**
 * A connection on which nothing moves for this long is closed: a reader that takes no more of an export would keep its
 * answer, some 60 MiB at most, in memory for good. Four times as long as the longest question may take in silence.
 */
const SILENCE_TIMEOUT_MS = 120_000;

/** All headers and the first line; the longest request of a client of ours has not a tenth of it. */
const MAX_HEADER_BYTES = 16_384;

/** A path with its query. The longest cursor of a page is a few hundred characters. */
export const MAX_URL_BYTES = 4_096;

/** Seconds before a 503 may be retried: outages of a part are over in seconds, or last long. */
export const RETRY_AFTER_SECONDS = 1;

/** Connections of one process; those beyond are closed at once. Each costs about 20 KiB while it idles. */
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
    // `request-line` answers requests without a host, with a problem document.
    requireHostHeader: false,
  },
} as const satisfies FastifyHttpOptions<RawServerDefault>;
