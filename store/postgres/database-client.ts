import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
/** Silence on an idle connection before the operating system asks whether the server is there; its own is two hours. */
const KEEP_ALIVE_MS = 10_000;

/**
 * A connection to Postgres whose loss ends nobody: it has its listener from its first moment to its last. An `error` without a
 * listener ends the process, and the pool takes its own listener away as it hands a connection over, before whoever waits for
 * it has run a line. Every connection of ours is one of these.
 */
export class DatabaseClient extends pg.Client {
  #broken: Error | undefined;

  constructor(settings?: pg.ClientConfig) {
    super({
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...settings,
    });
    this.on('error', (error) => (this.#broken ??= error));
  }

  /** Why it was lost; undefined while it is not. What fails afterwards fails with words that do not say why. */
  get broken(): Error | undefined {
    return this.#broken;
  }
}
