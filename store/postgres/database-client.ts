import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
/** Silence on an idle connection before the operating system asks whether the server is there; its own is two hours. */
const KEEP_ALIVE_MS = 10_000;

/**
 * A connection to Postgres whose loss ends no process: it has its listener from its first moment to its last. An
 * `error` without a listener ends the process, and the pool removes its own listener when it hands a connection over,
 * before its next user has run a line. Every connection of ours is one of these.
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

  /** The reason of its loss; undefined while it works. Later errors do not state the reason. */
  get broken(): Error | undefined {
    return this.#broken;
  }
}
