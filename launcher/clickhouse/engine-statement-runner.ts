import { setTimeout as pause } from 'node:timers/promises';
import { StatementAdmission } from './statement-admission.ts';
import { type ClickHouseException, engineRefusal, toClickHouseException } from './clickhouse-exception.ts';
import type { EngineConnection, EngineResult, NativeEngine } from './native-engine.ts';
import { connectionPrologue, type RequestOptions, sqlString } from './request-options.ts';

/** The end of a call of the engine. */
export type StatementOutcome = EngineResult | ClickHouseException;

/** A statement that holds a slot and runs. */
export interface RunningStatement {
  /** Settles when the engine is done with it; never rejects. */
  readonly outcome: Promise<StatementOutcome>;
  /** Stops it; resolves when the engine is done. Someone must keep reading what it still writes. */
  cancel(): Promise<void>;
}

/** KILL QUERY marks what runs at that moment, and a statement may just be between two states: it is repeated. */
const KILL_INTERVAL_MS = 100;

/**
 * Runs statements on the engine: one fresh connection each, so that no setting, parameter or database of one request is
 * seen by another. The next one is opened while nobody waits for it (0.2 to 0.4 ms).
 */
export class EngineStatementRunner {
  readonly #engine: NativeEngine;
  #spare: EngineConnection | undefined;
  readonly #admission = new StatementAdmission();
  readonly #running = new Map<string, Promise<unknown>>();
  #stopping = false;

  constructor(engine: NativeEngine) {
    this.#engine = engine;
  }

  /**
   * Waits for a slot, then calls `statement` for the SQL and starts it.
   * Throws code 216 for a query id that is running, 202 when too many wait, 394 when `signal` fires before the start.
   */
  async start(
    options: RequestOptions,
    heavy: boolean,
    signal: AbortSignal,
    statement: () => { sql: string; defaultFormat: string },
  ): Promise<RunningStatement> {
    const release = await this.#admission.acquire(heavy, signal);
    try {
      if (this.#stopping) throw engineRefusal.cancelled();
      if (this.#running.has(options.queryId)) throw engineRefusal.duplicateQueryId(options.queryId);
      const { sql, defaultFormat } = statement();
      // In one call with its settings: each call is a way to a thread and back (0.2 ms).
      const outcome = this.#run(connectionPrologue(options) + sql, defaultFormat).finally(() => {
        this.#running.delete(options.queryId);
        release();
      });
      this.#running.set(options.queryId, outcome);
      return { outcome, cancel: () => this.#killUntilSettled(options.queryId, outcome) };
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  /** Refuses new statements, keeps merges from starting, and kills what runs until it ends or `graceMs` pass. */
  async stop(graceMs: number): Promise<{ readonly quiet: boolean }> {
    this.#stopping = true;
    const running = [...this.#running];
    const quiet = Promise.all([
      this.#run('SYSTEM STOP MERGES', 'Null'),
      ...running.map(([queryId, outcome]) => this.#killUntilSettled(queryId, outcome)),
    ]).then(() => true);
    return { quiet: await Promise.race([quiet, pause(graceMs, false)]) };
  }

  async #run(sql: string, defaultFormat: string): Promise<StatementOutcome> {
    try {
      const connection = this.#takeConnection();
      try {
        return await connection.run(sql, defaultFormat);
      } finally {
        setImmediate(() => {
          connection.close();
          this.#openSpare();
        });
      }
    } catch (thrown) {
      return toClickHouseException(thrown);
    }
  }

  #takeConnection(): EngineConnection {
    const connection = this.#spare ?? this.#engine.connect();
    this.#spare = undefined;
    return connection;
  }

  #openSpare(): void {
    if (this.#stopping || this.#spare) return;
    try {
      this.#spare = this.#engine.connect();
    } catch {
      // The next statement tries again, and its client learns why it fails.
    }
  }

  async #killUntilSettled(queryId: string, outcome: Promise<unknown>): Promise<void> {
    let settled = false as boolean;
    const end = outcome.then(() => {
      settled = true;
    });
    while (!settled) {
      await this.#run(`KILL QUERY WHERE Settings['log_comment'] = ${sqlString(queryId)} ASYNC`, 'Null');
      await Promise.race([end, pause(KILL_INTERVAL_MS)]);
    }
  }
}
