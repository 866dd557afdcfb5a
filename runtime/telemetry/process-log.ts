import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';

/** The name that each line of a process's log states. */
export type LoggedProcess = 'api' | 'worker' | 'proxy' | 'codec';

/**
 * Creates the log of a process: JSON lines, usually on standard output (`openStandardOutput`), each with the ids that
 * `ids` returns for the current work. No line holds a secret or a customer text. Errors are logged without the members
 * in which engines quote rows and addresses, and requests without headers, query and body.
 */
export function createProcessLog(
  name: LoggedProcess,
  { logLevel }: Pick<Configuration, 'logLevel'>,
  destination: DestinationStream,
  ids: () => object = () => ({}),
): Logger {
  const options = {
    level: logLevel,
    base: { process: name },
    mixin: ids,
    redact: ['req.headers.authorization', 'headers.authorization', 'headers.cookie'],
    // Temporal's SDK logs a fault as `error`.
    serializers: { err: shownFault, error: shownFault, req: shownRequest },
  };
  return pino(options, destination);
}

/**
 * The loggable part of a fault. Postgres quotes rows in `detail`, and `input` holds a malformed address with its
 * password. Message and stack also name the causes. A value that is not an error is logged unchanged.
 */
function shownFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, ...(code !== undefined && { code: code as unknown }) };
}

interface LoggedRequest {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
}

function shownRequest({ method, url, ip }: LoggedRequest): object {
  return { method, url: url.split('?', 1)[0], remote_address: ip };
}
