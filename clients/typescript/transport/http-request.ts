import type { OperationRow } from './lane-rules.ts';

/** The common parts of one client's requests. */
export interface LaneConnection {
  /** The lane's root, without a slash at its end. */
  readonly laneUrl: string;
  /** The bearer token; undefined to send none. A browser then sends the cookies of the service. */
  readonly token: string | undefined;
}

/** The variable parts of one request. */
export interface RequestParts {
  /** The ids that the operation's path names. */
  readonly ids: object;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly accept: string;
  readonly idempotencyKey: string | undefined;
}

/** The arguments of `fetch` except the signal. */
export interface HttpRequest {
  readonly url: string;
  readonly init: { method: string; headers: Record<string, string>; redirect: 'manual'; body?: string };
}

/**
 * Checks the options of a client.
 *
 * @param lanePath the path of the lane below the service's root
 * @param baseUrl the service's root, or the lane's root as `.data/connection.json` names it
 * @throws TypeError if the URL is not plain http or https, or if a header cannot carry the token
 */
export function connectionTo(lanePath: string, baseUrl: string, token: string | undefined): LaneConnection {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash !== ''
  ) {
    throw new TypeError('baseUrl must be an http or https URL without credentials, query and fragment.');
  }
  // The message omits the token, which would otherwise end up in a log.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError('token must be visible ASCII characters alone.');
  }
  // `href` keeps the `?` or `#` of an empty query or fragment, and the appended path would become part of it.
  const root = (url.origin + url.pathname).replace(/\/+$/, '');
  return { laneUrl: root.endsWith(lanePath) ? root : root + lanePath, token };
}

/**
 * Builds the request of an operation.
 *
 * @throws TypeError if an id cannot be a path segment, or if a header cannot carry the idempotency key
 */
export function httpRequest(
  { laneUrl, token }: LaneConnection,
  { method, path }: OperationRow,
  parts: RequestParts,
): HttpRequest {
  const { ids, query = {}, body, accept, idempotencyKey } = parts;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_place, id: string) => pathSegment(id, (ids as Ids)[id]));
  const given = Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, String(value)]],
  );
  const search = new URLSearchParams(given).toString();
  return {
    url: laneUrl + filled + (search === '' ? '' : `?${search}`),
    init: {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        accept,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': checkedKey(idempotencyKey) }),
      },
      // The credential is only for the base URL and must not follow a redirect to another host.
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  };
}

type Ids = Readonly<Record<string, string | undefined>>;

/**
 * Encodes an id as a path segment. An empty segment, `.` or `..` would name another path, and URL parsers treat encoded
 * dots the same way. A lone surrogate has no encoding.
 */
function pathSegment(name: string, id: string | undefined): string {
  if (id === undefined || /^\.{0,2}$/.test(id) || /\p{Surrogate}/u.test(id)) {
    throw new TypeError(`The id for {${name}} is not valid in a path: ${JSON.stringify(id)}.`);
  }
  return encodeURIComponent(id);
}

/**
 * Checks an idempotency key. HTTP strips spaces at both ends of a header, so the service would receive a different key.
 */
function checkedKey(key: string): string {
  if (key.length > 255 || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key)) {
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters, with no space at its ends.');
  }
  return key;
}
