import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGzip, gzipSync } from 'node:zlib';
import type { Writable } from 'node:stream';
import { type ClickHouseException, exceptionFrame, toHttpStatus } from './clickhouse-exception.ts';
import type { EngineResult } from './native-engine.ts';
import type { RequestOptions } from './request-options.ts';

/** The interval of `102 Processing`, so that the client does not take a long statement for a dead connection. */
const PROCESSING_INTERVAL_MS = 5_000;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  JSON: 'application/json; charset=UTF-8',
  JSONCompact: 'application/json; charset=UTF-8',
  JSONEachRow: 'application/x-ndjson; charset=UTF-8',
  JSONCompactEachRow: 'application/x-ndjson; charset=UTF-8',
  TabSeparated: 'text/tab-separated-values; charset=UTF-8',
  CSV: 'text/csv; charset=UTF-8; header=absent',
};

function summaryOf(result: EngineResult, wrote: boolean): string {
  const rows = String(result.rowsRead);
  const bytes = String(result.bytesRead);
  return JSON.stringify({
    read_rows: rows,
    read_bytes: bytes,
    written_rows: wrote ? rows : '0',
    written_bytes: wrote ? bytes : '0',
    total_rows_to_read: '0',
    result_rows: rows,
    result_bytes: bytes,
    elapsed_ns: String(Math.round(result.elapsedSeconds * 1e9)),
  });
}

/** One request and its answer, with the headers and encodings of ClickHouse's HTTP interface. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  // Sixteen hexadecimal digits, as in ClickHouse. A UUID is cheap, because Node buffers random bytes for UUIDs.
  readonly #tag = randomUUID().replaceAll('-', '').slice(0, 16);
  readonly #gone = new AbortController();
  #sink: Writable | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.#response = response;
    const processing = setInterval(() => {
      if (!response.headersSent) response.writeProcessing();
    }, PROCESSING_INTERVAL_MS);
    response.on('close', () => {
      clearInterval(processing);
      if (!response.writableFinished) this.#gone.abort();
    });
  }

  /** A signal that fires if the client disconnects before the answer is complete. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  #head(status: number, headers: Readonly<Record<string, string>>): void {
    this.#response.writeHead(status, { 'X-ClickHouse-Server-Display-Name': 'truetally-embedded', ...headers });
  }

  #answerHeaders(options: RequestOptions, format: string): Record<string, string> {
    return {
      'Content-Type': CONTENT_TYPES[format] ?? 'text/plain; charset=UTF-8',
      'X-ClickHouse-Query-Id': options.queryId,
      'X-ClickHouse-Format': format,
      'X-ClickHouse-Timezone': 'UTC',
      'X-ClickHouse-Exception-Tag': this.#tag,
      ...(options.compressResponse ? { 'Content-Encoding': 'gzip' } : {}),
    };
  }

  /** Answers 200 with the result of the engine; `wrote` is true if its rows were inserted. */
  sendResult(options: RequestOptions, format: string, result: EngineResult, wrote: boolean): void {
    const body = options.compressResponse ? gzipSync(result.bytes, { level: 1 }) : result.bytes;
    this.#head(200, {
      ...this.#answerHeaders(options, format),
      'X-ClickHouse-Summary': summaryOf(result, wrote),
      'Content-Length': String(body.length),
    });
    this.#response.end(body);
  }

  /** Answers 200 with a text that is not the result of a statement. */
  sendText(text: string): void {
    this.#head(200, { 'Content-Type': 'text/plain; charset=UTF-8' });
    this.#response.end(text);
  }

  /** Writes a part of a streamed answer; resolves when the client can take more, or has disconnected. */
  async write(options: RequestOptions, format: string, chunk: Buffer): Promise<void> {
    const sink = this.#openSink(options, format);
    if (this.gone.aborted || sink.write(chunk)) return;
    await new Promise<void>((resolve) => {
      const proceed = (): void => {
        sink.off('drain', proceed);
        this.gone.removeEventListener('abort', proceed);
        resolve();
      };
      sink.on('drain', proceed);
      this.gone.addEventListener('abort', proceed);
    });
  }

  #openSink(options: RequestOptions, format: string): Writable {
    if (this.#sink) return this.#sink;
    this.#head(200, this.#answerHeaders(options, format));
    this.#sink = this.#response;
    if (options.compressResponse) {
      const gzip = createGzip({ level: 1 });
      gzip.pipe(this.#response);
      this.#sink = gzip;
    }
    return this.#sink;
  }

  /** Ends a streamed answer. */
  end(): void {
    this.#sink?.end();
  }

  /** Reports an error to the client: as a status before the first byte, as a frame in the answer after it. */
  fail(exception: ClickHouseException): void {
    if (this.#sink) {
      this.#sink.end(exceptionFrame(exception, this.#tag));
      return;
    }
    if (this.#response.headersSent || this.#response.destroyed) return;
    const status = toHttpStatus(exception.code);
    this.#head(status, {
      'Content-Type': 'text/plain; charset=UTF-8',
      'X-ClickHouse-Exception-Code': String(exception.code),
      ...(status === 401 ? { 'WWW-Authenticate': 'Basic realm="ClickHouse server HTTP API"' } : {}),
    });
    this.#response.end(`${exception.wireText}\n`);
  }
}
