import type { Exchange } from './exchange.ts';
import type { Fifo, FifoPool } from './fifo-pool.ts';
import { ClickHouseException } from './clickhouse-exception.ts';
import { type RequestOptions, sqlString } from './request-options.ts';
import type { RowsStatement } from './statement.ts';
import type { RunningStatement, EngineStatementRunner } from './engine-statement-runner.ts';

/**
 * The maximum size of an answer that is held in memory, because a part of a document is useless. The peak use of memory
 * is four times this size.
 */
const MAX_BUFFERED_BYTES = 128 * 1024 * 1024;

const DOCUMENT_FORMATS = new Set([
  ...['JSON', 'JSONStrings', 'JSONCompact', 'JSONCompactStrings', 'JSONObjectEachRow', 'XML'],
  ...['JSONColumns', 'JSONCompactColumns', 'JSONColumnsWithMetadata'],
]);

function withCap(options: RequestOptions): RequestOptions {
  const caps = { max_result_bytes: String(MAX_BUFFERED_BYTES), result_overflow_mode: 'throw' };
  return options.settings.has('max_result_bytes')
    ? options
    : { ...options, settings: new Map([...options.settings, ...Object.entries(caps)]) };
}

// Stops the query of a client that has disconnected. The caller still reads and drops its output, because an engine
// that waits for space in the pipe does not notice KILL QUERY.
function stopWhenGone(exchange: Exchange, running: RunningStatement): void {
  const stop = (): void => void running.cancel();
  if (exchange.gone.aborted) stop();
  exchange.gone.addEventListener('abort', stop);
  void running.outcome.then(() => exchange.gone.removeEventListener('abort', stop));
}

async function answerBuffered(
  runner: EngineStatementRunner,
  exchange: Exchange,
  options: RequestOptions,
  statement: RowsStatement,
  format: string,
): Promise<void> {
  const running = await runner.start(withCap(options), statement.heavy, exchange.gone, () => ({
    sql: `${statement.head}\n${statement.tail}`,
    defaultFormat: format,
  }));
  stopWhenGone(exchange, running);
  const outcome = await running.outcome;
  if (outcome instanceof ClickHouseException) throw outcome;
  exchange.sendResult(options, format, outcome, false);
}

async function forward(
  fifo: Fifo,
  running: RunningStatement,
  exchange: Exchange,
  options: RequestOptions,
  format: string,
): Promise<void> {
  void running.outcome.then(() => fifo.closeWriters());
  for await (const chunk of fifo.reader as AsyncIterable<Buffer>) {
    if (!exchange.gone.aborted) await exchange.write(options, format, chunk);
  }
  const outcome = await running.outcome;
  if (outcome instanceof ClickHouseException) throw outcome;
  await exchange.write(options, format, outcome.bytes);
  exchange.end();
}

/**
 * Runs a SELECT and answers with its rows. Row formats stream through a pipe, in constant memory and with backpressure
 * on the engine. Documents, and answers that must be complete before the first byte, are buffered in memory.
 */
export async function answerSelect(
  runner: EngineStatementRunner,
  fifos: FifoPool,
  exchange: Exchange,
  options: RequestOptions,
  statement: RowsStatement,
): Promise<void> {
  const format = statement.format ?? options.defaultFormat;
  if (options.waitEndOfQuery || DOCUMENT_FORMATS.has(format)) {
    return answerBuffered(runner, exchange, options, statement, format);
  }
  let fifo: Fifo | undefined;
  try {
    const running = await runner.start(options, statement.heavy, exchange.gone, () => {
      fifo = fifos.take();
      // The clause needs a separate line: a comment at the end of the head would swallow it.
      const output = `INTO OUTFILE ${sqlString(fifo.path)} TRUNCATE`;
      return { sql: `${statement.head}\n${output}\n${statement.tail || `FORMAT ${format}`}`, defaultFormat: format };
    });
    stopWhenGone(exchange, running);
    try {
      if (fifo) await forward(fifo, running, exchange, options, format);
    } finally {
      await running.outcome;
    }
  } finally {
    fifo?.release();
  }
}
