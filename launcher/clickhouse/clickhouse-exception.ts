/**
 * An error in ClickHouse's format: a numeric code, a type and a message. The stock client turns it into its
 * `ClickHouseError`. The engine raises it, and so does this server for requests that never reach the engine.
 */
export class ClickHouseException extends Error {
  readonly code: number;
  readonly type: string;

  constructor(code: number, type: string, message: string) {
    super(message);
    this.name = 'ClickHouseException';
    this.code = code;
    this.type = type;
  }

  /** The text of the error as ClickHouse writes it on the wire. */
  get wireText(): string {
    return `Code: ${this.code}. DB::Exception: ${this.message} (${this.type})`;
  }
}

const ENGINE_MESSAGE = /^Code: (\d+)\. DB::Exception: ([\s\S]*?)\s*\(([A-Z][A-Z0-9_]{2,})\)[^()]*$/;

/** Converts anything that the native addon or other code throws; the code is 1002 if it is unknown. */
export function toClickHouseException(thrown: unknown): ClickHouseException {
  if (thrown instanceof ClickHouseException) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const match = ENGINE_MESSAGE.exec(message);
  if (!match) return new ClickHouseException(1002, 'UNKNOWN_EXCEPTION', message);
  const [, code = '1002', text = message, type = 'UNKNOWN_EXCEPTION'] = match;
  return new ClickHouseException(Number(code), type, text);
}

/** The refusals of this server itself, with the codes that a ClickHouse server uses for them. */
export const engineRefusal = {
  syntax: (message: string) => new ClickHouseException(62, 'SYNTAX_ERROR', message),
  notImplemented: (message: string) => new ClickHouseException(48, 'NOT_IMPLEMENTED', message),
  unknownSetting: (name: string) => new ClickHouseException(115, 'UNKNOWN_SETTING', `Unknown setting '${name}'.`),
  outfile: () => new ClickHouseException(358, 'INTO_OUTFILE_NOT_ALLOWED', 'INTO OUTFILE is not allowed.'),
  infile: () => new ClickHouseException(78, 'UNKNOWN_TYPE_OF_QUERY', 'FROM INFILE is not allowed.'),
  compression: (name: string) =>
    new ClickHouseException(89, 'UNKNOWN_COMPRESSION_METHOD', `Unknown compression method '${name}'.`),
  tooLarge: (limit: number) =>
    new ClickHouseException(131, 'TOO_LARGE_STRING_SIZE', `The statement is larger than ${limit} bytes.`),
  tooManyQueries: (limit: number) =>
    new ClickHouseException(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', `More than ${limit} queries are waiting.`),
  tooManyAnswers: () =>
    new ClickHouseException(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many answers wait for their readers.'),
  duplicateQueryId: (id: string) =>
    new ClickHouseException(216, 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING', `Query with id = ${id} is already running.`),
  cancelled: () => new ClickHouseException(394, 'QUERY_WAS_CANCELLED', 'Query was cancelled.'),
  authentication: (user: string) =>
    new ClickHouseException(
      516,
      'AUTHENTICATION_FAILED',
      `${user}: Authentication failed: password is incorrect, or there is no user with such name.`,
    ),
} as const;

// The mapping of ClickHouse's HTTP handler, for the codes that occur here.
const HTTP_STATUSES: ReadonlyMap<number, number> = new Map([
  ...[36, 62, 78, 89, 216, 358, 456].map((code) => [code, 400] as const),
  [516, 401],
  ...[164, 497].map((code) => [code, 403] as const),
  ...[46, 47, 60, 81, 115].map((code) => [code, 404] as const),
  [159, 408],
  [131, 413],
  [202, 429],
  [48, 501],
]);

/** The HTTP status of an exception code; 500 for codes that are not mapped. */
export function toHttpStatus(code: number): number {
  return HTTP_STATUSES.get(code) ?? 500;
}

/**
 * The frame that carries an error in the middle of a streamed answer. The client recognises it by the tag in the
 * `X-ClickHouse-Exception-Tag` header. The length counts the message and its newline.
 */
export function exceptionFrame(exception: ClickHouseException, tag: string): Buffer {
  const message = `${exception.wireText}\n`;
  const length = Buffer.byteLength(message);
  return Buffer.from(`\r\n__exception__\r\n${tag}\r\n${message}${length} ${tag}\r\n__exception__\r\n`);
}
