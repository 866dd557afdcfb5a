import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ClickHouseException, engineRefusal } from './clickhouse-exception.ts';
import type { Exchange } from './exchange.ts';
import { type RequestOptions, sqlString } from './request-options.ts';
import type { InsertStatement } from './statement.ts';
import type { EngineStatementRunner } from './engine-statement-runner.ts';

/** The rows of an insert, as received. `compression` is their Content-Encoding. */
export interface InsertData {
  readonly source: Readable | Buffer;
  readonly compression: string | undefined;
}

// Content-Encoding → the engine's name for it in FROM INFILE.
const COMPRESSIONS: Readonly<Record<string, string>> = {
  identity: 'none',
  gzip: 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
  lz4: 'lz4',
  xz: 'xz',
  bz2: 'bz2',
};

/**
 * Writes the data to a file, still compressed, and inserts it from there. An interrupted upload inserts nothing, and
 * the engine never parses a byte of the data as SQL. As with a ClickHouse server, a client that disconnects after a
 * complete upload does not stop the insert.
 */
export async function answerInsert(
  runner: EngineStatementRunner,
  spoolFolder: string,
  exchange: Exchange,
  options: RequestOptions,
  statement: InsertStatement,
  data: InsertData,
): Promise<void> {
  const compression = COMPRESSIONS[data.compression ?? 'identity'];
  if (compression === undefined) throw engineRefusal.compression(data.compression ?? '');
  const spool = join(spoolFolder, `${randomUUID()}.rows`);
  try {
    const source = Buffer.isBuffer(data.source) ? Readable.from([data.source]) : data.source;
    await pipeline(source, createWriteStream(spool, { mode: 0o600 }));
    const running = await runner.start(options, false, exchange.gone, () => ({
      sql: [
        statement.head,
        `FROM INFILE ${sqlString(spool)} COMPRESSION '${compression}'`,
        statement.settings,
        `FORMAT ${statement.format}`,
      ].join('\n'),
      defaultFormat: 'Null',
    }));
    const outcome = await running.outcome;
    if (outcome instanceof ClickHouseException) throw outcome;
    exchange.sendResult(options, options.defaultFormat, outcome, true);
  } finally {
    await rm(spool, { force: true });
  }
}
