import type { Fetch } from '../../clients/typescript/transport/transport.ts';

/** The request and response headers that the Fetch standard permits to every page. */
const FREE_REQUEST_HEADERS = ['accept', 'accept-language', 'content-language'];
const FREE_ANSWER_HEADERS = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];
const FREE_METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Creates a `fetch` that behaves like that of a page that calls another origin, with preflights, permissions and hidden
 * headers.
 */
export function browserFetch(origin: string): Fetch {
  return async (url, init) => {
    const sent = Object.keys(init.headers).filter((name) => !FREE_REQUEST_HEADERS.includes(name));
    if (sent.length > 0 || !FREE_METHODS.includes(init.method)) await preflight(origin, url, init.method, sent);
    const response = await fetch(url, { ...init, headers: { ...init.headers, origin } });
    requirePermission(origin, response);
    const exposed = [...FREE_ANSWER_HEADERS, ...namesIn(response.headers, 'access-control-expose-headers')];
    const seen = [...response.headers].filter(([name]) => exposed.includes(name));
    return new Response(response.body, { status: response.status, headers: seen });
  };
}

async function preflight(origin: string, url: string, method: string, headers: readonly string[]): Promise<void> {
  const answer = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': [...headers].sort().join(','),
    },
  });
  requirePermission(origin, answer);
  const methods = [...FREE_METHODS, ...namesIn(answer.headers, 'access-control-allow-methods').map(upper)];
  const allowed = namesIn(answer.headers, 'access-control-allow-headers');
  if (!answer.ok || !methods.includes(method) || headers.some((name) => !allowed.includes(name))) refuse();
}

const upper = (text: string): string => text.toUpperCase();

const namesIn = (headers: Headers, name: string): string[] =>
  (headers.get(name) ?? '').split(',').map((item) => item.trim().toLowerCase());

function requirePermission(origin: string, { headers }: Response): void {
  if (headers.get('access-control-allow-origin') !== origin) refuse();
}

/** Throws the only error that a page can see. */
function refuse(): never {
  throw new TypeError('Failed to fetch');
}
