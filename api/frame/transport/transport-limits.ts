import type { FastifyHttpOptions, RawServerDefault } from 'fastify';

/** A request, body and all, has arrived by then; whoever sends slower holds a connection for nothing. */
const REQUEST_TIMEOUT_MS = 60_000;

/** How often connections are held against what they may take; a slow one lives that much longer at most. */
const CHECK_MS = 1_000;

/**
 * A connection on which nothing moves for this long is closed: a reader that takes no more of an export would keep its
 * answer, some 60 MiB at most, in memory for good. Four times as long as the longest question may take in silence.
 */
const SILENCE_TIMEOUT_MS = 120_000;

/**
 * How long a connection is waited for. Headers are a few hundred bytes, and nothing is checked before they are all there.
 * An idle connection is kept longer than the minute for which proxies keep theirs, so that none sends into a closed one.
 * When connections run short, both give way to whoever comes next.
 */
export const PATIENCE = {
  usual: { headersMs: 15_000, keepAliveMs: 72_000 },
  underPressure: { headersMs: 3_000, keepAliveMs: 5_000 },
} as const;

/** All headers and the first line; the longest request of a client of ours has not a tenth of it. */
const MAX_HEADER_BYTES = 16_384;

/** A path with its query. The longest cursor of a page is a few hundred characters. */
export const MAX_URL_BYTES = 4_096;

/** After how many seconds what answered 503 may be asked again: outages of a part are over in seconds, or not for long. */
export const RETRY_AFTER_SECONDS = 1;

/** Connections of one process; those beyond are closed at once. Each costs about 20 KiB while it idles. */
export const MAX_CONNECTIONS = 5_000;

/** What the framework is told about time and size before there is a request. */
export const TRANSPORT_LIMITS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionTimeout: SILENCE_TIMEOUT_MS,
  keepAliveTimeout: PATIENCE.usual.keepAliveMs,
  http: {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: PATIENCE.usual.headersMs,
    connectionsCheckingInterval: CHECK_MS,
    // Whoever names no host is answered by `request-line`, with a problem document.
    requireHostHeader: false,
  },
} as const satisfies FastifyHttpOptions<RawServerDefault>;
