import type { OperationRow } from './lane-rules.ts';

/** The common parts of one client's requests. */
export interface LaneConnection {
  /** The lane's root, without a slash at its end. */
  readonly laneUrl: string;
  /** Undefined where none is sent: then a browser sends what the service keeps in it. */
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

/** A request as `fetch` takes it, but for its signal. */
export interface HttpRequest {
  readonly url: string;
  readonly init: { method: string; headers: Record<string, string>; redirect: 'manual'; body?: string };
}

/**
 * Checks what a client was made with.
 *
 * @param lanePath where the lane lives below the service's root
 * @param baseUrl the service's root, or the lane's root as `.data/connection.json` names it
 * @throws TypeError for a URL that is not plain http or https, and for a token that no header can carry
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
  // The token is not in the message: it would end in a log.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError('token must be visible ASCII characters alone.');
  }
  // Not `href`, which keeps the mark of an empty query or fragment: a path after it would be a part of that.
  const root = (url.origin + url.pathname).replace(/\/+$/, '');
  return { laneUrl: root.endsWith(lanePath) ? root : root + lanePath, token };
}

/**
 * The request of an operation.
 *
 * @throws TypeError for an id that no path segment can be, and for an idempotency key that no header can carry
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
      // A credential is for its base URL alone, and must not follow a redirect to another one.
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  };
}

type Ids = Readonly<Record<string, string | undefined>>;

/**
 * An empty segment and those of dots would name another path, for a URL even when the dots are encoded. Half a
 * surrogate pair has no encoding.
 */
function pathSegment(name: string, id: string | undefined): string {
  if (id === undefined || /^\.{0,2}$/.test(id) || /\p{Surrogate}/u.test(id)) {
    throw new TypeError(`The id for {${name}} cannot stand in a path: ${JSON.stringify(id)}.`);
  }
  return encodeURIComponent(id);
}

/** Headers lose spaces at their ends, so that such a key would become another one on its way. */
function checkedKey(key: string): string {
  if (key.length > 255 || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key)) {
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters, with no space at its ends.');
  }
  return key;
}
