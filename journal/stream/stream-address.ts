/** The address of a NATS JetStream stream, with the credentials. */
export interface StreamAddress {
  /** `host:port` of one or more servers of a cluster. Each server announces the others. */
  readonly servers: readonly string[];
  readonly stream: string;
  readonly tls: boolean;
  /** The number of servers that store the stream, if it has to be created. */
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

/** True if the text that names a journal is a URL, and not a folder. */
export function isUrl(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text);
}

/**
 * Parses `nats://user:password@host:port,host:port/stream?replicas=3`; the scheme `tls` requires TLS. A user without a
 * password is a token. Returns undefined if the text does not have this form.
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

/** The name of the stream in messages, without credentials. */
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

/** The decoded part; undefined if it is missing or empty, null if its encoding is invalid. */
function decoded(part: string | undefined): string | undefined | null {
  if (part === undefined || part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
