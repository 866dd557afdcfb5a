import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Milliseconds of silence on an idle connection before the operating system probes the server; its default is two
 * hours.
 */
const KEEP_ALIVE_MS = 10_000;

/**
 * A connection to Postgres whose loss does not end the process, because it has an error listener for its entire
 * lifetime. An `error` without a listener ends the process. The pool removes its listener when it hands out a
 * connection, before the new user runs any code. All our connections use this class.
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

  /** The reason why the connection was lost; undefined while it works. Later errors do not state the reason. */
  get broken(): Error | undefined {
    return this.#broken;
  }
}
