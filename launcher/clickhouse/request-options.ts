import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { totalmem } from 'node:os';
import { engineRefusal } from './clickhouse-exception.ts';

/** The options in the URL and headers of a request, without the statement itself. */
export interface RequestOptions {
  readonly query: string;
  readonly queryId: string;
  readonly database: string;
  readonly defaultFormat: string;
  readonly waitEndOfQuery: boolean;
  readonly compressResponse: boolean;
  /** The settings of this request, including the defaults of this server. */
  readonly settings: ReadonlyMap<string, string>;
  /** The query parameters without the prefix `param_`, escaped as tab-separated values, as received. */
  readonly parameters: ReadonlyMap<string, string>;
}

// Parameters of ClickHouse's HTTP interface that are not settings of its engine.
const HTTP_PARAMETERS = new Set([
  ...['query', 'query_id', 'database', 'default_format', 'wait_end_of_query', 'role', 'session_id'],
  ...['session_timeout', 'session_check', 'close_session', 'buffer_size', 'quota_key', 'client_protocol_version'],
]);

/**
 * - `async_insert`: the engine's default is 1, but an acknowledged insert must be completely on the disk.
 * - `deduplicate_blocks_in_dependent_materialized_views`: a repeated batch must not count twice in a rollup.
 * - `max_memory_usage`: the engine sets no limit, and a query that exhausts the machine ends every other one too.
 */
const SETTING_DEFAULTS: Readonly<Record<string, string>> = {
  async_insert: '0',
  deduplicate_blocks_in_dependent_materialized_views: '1',
  max_memory_usage: String(Math.floor(totalmem() / 4)),
};

const NAME = /^[A-Za-z_][A-Za-z0-9_.]*$/;

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function readVariables(search: URLSearchParams): Pick<RequestOptions, 'settings' | 'parameters'> {
  const settings = new Map(Object.entries(SETTING_DEFAULTS));
  const parameters = new Map<string, string>();
  for (const [name, value] of search) {
    if (HTTP_PARAMETERS.has(name)) continue;
    if (!NAME.test(name)) throw engineRefusal.unknownSetting(name);
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else settings.set(name, value);
  }
  return { settings, parameters };
}

/** Reads a request's URL and headers. Throws 501 (code 48) for sessions, code 115 for a malformed setting name. */
export function readRequestOptions(request: IncomingMessage, search: URLSearchParams): RequestOptions {
  if (search.has('session_id'))
    throw engineRefusal.notImplemented('Sessions are not supported; send settings per request.');
  const { settings, parameters } = readVariables(search);
  // As in ClickHouse, a GET changes nothing.
  const readonly = request.method === 'GET' ? [['readonly', settings.get('readonly') ?? '2'] as const] : [];
  const acceptsGzip = /\bgzip\b/.test(header(request, 'accept-encoding') ?? '');
  return {
    query: search.get('query') ?? '',
    queryId: search.get('query_id') ?? randomUUID(),
    database: search.get('database') ?? header(request, 'x-clickhouse-database') ?? 'default',
    defaultFormat: search.get('default_format') ?? header(request, 'x-clickhouse-format') ?? 'TabSeparated',
    waitEndOfQuery: search.get('wait_end_of_query') === '1',
    compressResponse: acceptsGzip && settings.get('enable_http_compression') === '1',
    settings: new Map([...settings, ...readonly]),
    parameters,
  };
}

/** A string literal of ClickHouse SQL. */
export function sqlString(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
}

/** A name with any characters, quoted as an identifier of ClickHouse SQL. */
export function sqlIdentifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/**
 * The statements that give a fresh connection the request's database, settings and parameters. `log_comment` carries
 * the query id, because the engine chooses its own ids and a running query must be found again.
 */
export function connectionPrologue(options: RequestOptions): string {
  const changes = [...options.settings, ['log_comment', options.queryId] as const].map(
    ([name, value]) => `${name} = ${sqlString(value)}`,
  );
  const values = [...options.parameters].map(([name, value]) => `param_${name} = ${sqlString(value)}`);
  return `USE ${sqlIdentifier(options.database)};\nSET ${[...changes, ...values].join(', ')};\n`;
}
