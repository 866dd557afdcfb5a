import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';

/** The name that each line of a process's log states. */
export type LoggedProcess = 'api' | 'worker' | 'proxy' | 'codec';

/**
 * The log of one of our processes: JSON lines, usually on standard output (`openStandardOutput`), each with the ids
 * that `ids` knows of what goes on around it. No line holds a secret or what a customer wrote: a fault is shown without
 * the members in which engines quote rows and addresses, a request without headers, query and body.
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
    // Temporal's SDK has a name of its own for a fault.
    serializers: { err: shownFault, error: shownFault, req: shownRequest },
  };
  return pino(options, destination);
}

/**
 * Postgres quotes rows in `detail`, and a malformed address stands in `input`, password and all. Message and stack name
 * the causes too; what is no error is shown as it is.
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
