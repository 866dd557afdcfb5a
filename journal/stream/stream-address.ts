/** The address of a NATS JetStream stream, with the credentials. */
export interface StreamAddress {
  /** `host:port` of one or more servers of one cluster; each tells of the others. */
  readonly servers: readonly string[];
  readonly stream: string;
  readonly tls: boolean;
  /** The number of servers that hold the stream, if it has to be created. */
  readonly replicas: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
  /** The text of a `.creds` file. */
  readonly credentials: string | undefined;
}

const FORM =
  /^(?<scheme>nats|tls):\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<servers>[^@/?]+)\/(?<stream>[A-Za-z0-9_-]{1,64})(?:\?replicas=(?<replicas>[135]))?$/;
const SERVER = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(?<port>\d{1,5}))?$/;
const DEFAULT_PORT = 4222;

/** True if a journal is named by a URL and not by a folder. */
export function isUrl(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text);
}

/**
 * Reads `nats://user:password@host:port,host:port/stream?replicas=3`, `tls` for TLS. A user without a password is a
 * token. Undefined where it has not that form.
 */
export function parseStreamAddress(text: string, credentials: string | undefined): StreamAddress | undefined {
  const { scheme, user, password, servers, stream, replicas } = FORM.exec(text)?.groups ?? {};
  if (servers === undefined || stream === undefined) return undefined;
  const named = servers.split(',').map(serverOf);
  const [given, secret] = [decoded(user), decoded(password)];
  if (named.includes(undefined) || given === null || secret === null) return undefined;
  const isToken = given !== undefined && secret === undefined;
  return {
    servers: named.filter((server) => server !== undefined),
    stream,
    tls: scheme === 'tls',
    replicas: Number(replicas ?? 1),
    user: isToken ? undefined : given,
    password: secret,
    token: isToken ? given : undefined,
    credentials,
  };
}

/** The name of the stream for people: without credentials. */
export function streamLabel({ servers, stream, tls }: StreamAddress): string {
  return `${tls ? 'tls' : 'nats'}://${servers.join(',')}/${stream}`;
}

function serverOf(text: string): string | undefined {
  const found = SERVER.exec(text);
  if (found === null) return undefined;
  const port = Number(found.groups?.['port'] ?? DEFAULT_PORT);
  if (port < 1 || port > 65_535) return undefined;
  return found.groups?.['port'] === undefined ? `${text}:${port}` : text;
}

/** Null where it is not well encoded. */
function decoded(part: string | undefined): string | undefined | null {
  if (part === undefined || part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
