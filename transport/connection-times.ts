/**
 * The time limits of a connection. Headers are a few hundred bytes, and nothing is checked before they are complete. An
 * idle connection is kept longer than the one minute of common proxies, so that no proxy sends into a closed
 * connection. Both limits are shorter when connections run short.
 */
export const CONNECTION_TIME_LIMITS = {
  usual: { headersMs: 15_000, keepAliveMs: 72_000 },
  underPressure: { headersMs: 3_000, keepAliveMs: 5_000 },
} as const;

/**
 * Milliseconds between checks of the time limits; a connection outlives its limit by at most this time. All late
 * connections are closed in one turn of the event loop, so a longer interval makes longer turns.
 */
export const TIME_LIMIT_CHECK_MS = 250;

/**
 * The maximum number of connections that wait in the system's queue to be accepted. The system drops further
 * connections, and their clients retry after a second, even if another client filled the queue. All waiting connections
 * are accepted in one turn of the event loop, so a longer queue makes longer turns. Node's default is 511; `somaxconn`
 * is the upper bound.
 */
export const ACCEPT_BACKLOG = 1_024;

/**
 * The minimum speed of a transfer. It may take `graceMs`, and one second more for every `bytesPerSecond` bytes that
 * have moved.
 */
export interface MinimumSpeed {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/**
 * The minimum speed of a request body. A link of 256 kbit/s, the slowest that we support, finishes in time with a body
 * of any size. A body that makes no progress is aborted after a minute.
 */
export const UPLOAD_SPEED: MinimumSpeed = { graceMs: 60_000, bytesPerSecond: 32_768 };

/**
 * The minimum speed at which a client reads its answer. Progress is visible only after a complete chunk was read, and a
 * chunk has megabytes.
 */
export const ANSWER_SPEED: MinimumSpeed = { graceMs: 600_000, bytesPerSecond: 8_192 };

/** Time limits of a Node server, the same for every server that callers reach. */
export const SERVER_TIMES = {
  headersTimeout: CONNECTION_TIME_LIMITS.usual.headersMs,
  keepAliveTimeout: CONNECTION_TIME_LIMITS.usual.keepAliveMs,
  connectionsCheckingInterval: TIME_LIMIT_CHECK_MS,
  // Bodies have a minimum speed instead: a fixed time limit would refuse large bodies on slow links, and would let
  // small ones stall.
  requestTimeout: 0,
} as const;
