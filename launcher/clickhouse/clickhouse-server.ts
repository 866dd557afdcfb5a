import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { answerInsert } from './answer-insert.ts';
import { answerSelect } from './answer-select.ts';
import { ClickHouseException, engineRefusal, toClickHouseException } from './clickhouse-exception.ts';
import { Exchange } from './exchange.ts';
import type { FifoPool } from './fifo-pool.ts';
import { MAX_STATEMENT_BYTES } from './native-engine.ts';
import { readRequestOptions, type RequestOptions } from './request-options.ts';
import { type CommandStatement, readStatement } from './statement.ts';
import type { EngineStatementRunner } from './engine-statement-runner.ts';

/**
 * The parts of the server: the runner of statements, pipes and a folder for data in transit, and the accepted
 * credentials.
 */
export interface ServerParts {
  readonly runner: EngineStatementRunner;
  readonly fifos: FifoPool;
  readonly spoolFolder: string;
  readonly user: string;
  readonly password: string;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

function givenCredentials(request: IncomingMessage): { user: string; password: string } {
  const [scheme = '', encoded = ''] = (request.headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() === 'basic') {
    const [user = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    return { user, password: password.join(':') };
  }
  const { 'x-clickhouse-user': user, 'x-clickhouse-key': key } = request.headers;
  return { user: typeof user === 'string' ? user : 'default', password: typeof key === 'string' ? key : '' };
}

// Credentials are required even on loopback, because SQL can read any file that this process may read.
function authenticate(request: IncomingMessage, parts: ServerParts): void {
  const { user, password } = givenCredentials(request);
  // Digests have equal lengths, so that the comparison takes the same time for every password.
  const matches = timingSafeEqual(sha256(`${user}\n${password}`), sha256(`${parts.user}\n${parts.password}`));
  if (!matches) throw engineRefusal.authentication(user);
}

function decompressor(encoding: string): Transform | undefined {
  switch (encoding) {
    case 'identity':
      return undefined;
    case 'gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw engineRefusal.compression(encoding);
  }
}

function decoded(request: IncomingMessage): Readable {
  const transform = decompressor(request.headers['content-encoding'] ?? 'identity');
  // An interrupted upload destroys the transform, so that its reader gets the error.
  return transform ? pipeline(request, transform, () => undefined) : request;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(request) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_STATEMENT_BYTES) throw engineRefusal.tooLarge(MAX_STATEMENT_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function answerCommand(
  { runner }: ServerParts,
  exchange: Exchange,
  options: RequestOptions,
  statement: CommandStatement,
): Promise<void> {
  const running = await runner.start(options, statement.heavy, exchange.gone, () => ({
    sql: statement.text,
    defaultFormat: options.defaultFormat,
  }));
  const outcome = await running.outcome;
  if (outcome instanceof ClickHouseException) throw outcome;
  exchange.sendResult(options, options.defaultFormat, outcome, false);
}

async function answerStatement(parts: ServerParts, exchange: Exchange, search: URLSearchParams): Promise<void> {
  const options = readRequestOptions(exchange.request, search);
  const { runner, fifos, spoolFolder } = parts;
  const { query } = options;
  if (query !== '') {
    const statement = readStatement(query);
    const inline = statement.kind === 'insert' ? query.slice(statement.dataStart) : '';
    if (statement.kind === 'insert' && inline.trim() === '') {
      const data = { source: exchange.request, compression: exchange.request.headers['content-encoding'] };
      return answerInsert(runner, spoolFolder, exchange, options, statement, data);
    }
  }
  // As in ClickHouse, a statement may begin in the URL and continue in the body.
  const body = Buffer.concat([Buffer.from(query), await readBody(exchange.request)]);
  const text = body.toString('utf8');
  const statement = readStatement(text);
  switch (statement.kind) {
    case 'insert': {
      // The offset is in bytes, because the data may be binary.
      const source = body.subarray(Buffer.byteLength(text.slice(0, statement.dataStart)));
      return answerInsert(runner, spoolFolder, exchange, options, statement, { source, compression: undefined });
    }
    case 'rows':
      return answerSelect(runner, fifos, exchange, options, statement);
    case 'command':
      return answerCommand(parts, exchange, options, statement);
  }
}

async function answer(parts: ServerParts, exchange: Exchange): Promise<void> {
  const url = new URL(exchange.request.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping') {
    exchange.sendText('Ok.\n');
    return;
  }
  authenticate(exchange.request, parts);
  if (url.pathname !== '/') throw engineRefusal.notImplemented(`There is no ${url.pathname} here.`);
  await answerStatement(parts, exchange, url.searchParams);
}

/**
 * Creates a server for the part of ClickHouse's HTTP interface that the stock client uses. The server does not listen
 * yet.
 */
export function createClickHouseServer(parts: ServerParts): Server {
  return createServer(
    // Query parameters travel in the URL; an upload may take as long as it needs.
    { maxHeaderSize: 1024 * 1024, requestTimeout: 0, keepAliveTimeout: 60_000 },
    (request, response) => {
      const exchange = new Exchange(request, response);
      answer(parts, exchange).catch((thrown: unknown) => {
        exchange.fail(toClickHouseException(thrown));
      });
    },
  );
}
