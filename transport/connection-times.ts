/**
 * The time limits of a connection. Headers are a few hundred bytes, and nothing is checked before they are complete. An
 * idle connection stays longer than the minute of common proxies, so that no proxy sends into a closed one. When
 * connections run short, both give way to new ones.
 */
export const PATIENCE = {
  usual: { headersMs: 15_000, keepAliveMs: 72_000 },
  underPressure: { headersMs: 3_000, keepAliveMs: 5_000 },
} as const;

/**
 * Milliseconds between checks of connections against their time limits; a slow one lives that much longer at most. All
 * late connections are closed in one turn of the event loop, so a longer interval makes longer turns.
 */
export const CHECK_MS = 250;

/**
 * Connections that wait in the queue of the system to be accepted. The system drops what comes beyond them, and the
 * client tries again after a second, even where another client filled the queue. All that wait are accepted in one turn
 * of the event loop, so a longer queue makes longer turns. Node's default is 511; `somaxconn` is the upper bound.
 */
export const ACCEPT_BACKLOG = 1_024;

/**
 * The least speed of a transfer: it may take `graceMs`, and a second more for each `bytesPerSecond` that have moved.
 */
export interface LeastSpeed {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/**
 * The body of a request. The slowest link of use, 256 kbit/s, ends in time however large the body is; a body that
 * stands still is given up after a minute.
 */
export const UPLOAD_SPEED: LeastSpeed = { graceMs: 60_000, bytesPerSecond: 32_768 };

/**
 * An answer that waits for its reader. Progress shows only when a whole piece of it was taken, and pieces have
 * megabytes.
 */
export const ANSWER_SPEED: LeastSpeed = { graceMs: 600_000, bytesPerSecond: 8_192 };

/** Options of a Node server for headers, idle connections and sizes, the same for every server that callers reach. */
export const SERVER_TIMES = {
  headersTimeout: PATIENCE.usual.headersMs,
  keepAliveTimeout: PATIENCE.usual.keepAliveMs,
  connectionsCheckingInterval: CHECK_MS,
  // Bodies are held to a least speed instead: a fixed time refuses large bodies of slow links, and lets small ones
  // stand still.
  requestTimeout: 0,
} as const;
