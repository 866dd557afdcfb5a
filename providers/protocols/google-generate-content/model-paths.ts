import type { ModelPaths, PathCall } from '../shared/protocol-paths.ts';
import type { RequestFault } from '../shared/request-fault.ts';

interface Method {
  readonly name: string;
  readonly streaming: boolean;
  readonly isCount: boolean;
}

const METHODS: readonly Method[] = [
  { name: 'generateContent', streaming: false, isCount: false },
  { name: 'streamGenerateContent', streaming: true, isCount: false },
  { name: 'countTokens', streaming: false, isCount: true },
];

const BY_NAME: ReadonlyMap<string, Method> = new Map(METHODS.map((method) => [method.name, method]));

const VERSIONS = ['v1beta', 'v1'] as const;
/** The route of the gateway's own calls, which have no path of a caller. */
const PLAIN_ROUTE = routeOf('v1beta', 'generateContent');

/** The path before the name of a model, or of a tuned model of the account. */
const BEGINNING = /^\/(v1beta|v1)\/(models|tunedModels)\//;
const TUNED = 'tunedModels/';

/**
 * The form of a model's name. Without slashes, escapes and a leading dot, a name is a single path segment and cannot
 * lead elsewhere.
 */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

const NO_NAME: RequestFault = {
  message:
    'The path must name a model in 1 to 100 letters, digits and characters of `._-`, without slashes and percent-encodings. Use a path such as /v1beta/models/gemini-2.5-flash:generateContent.',
  code: 'invalid_model_name',
};

/** Parameters of Google's APIs that carry a credential. */
const CREDENTIALS: readonly string[] = ['key', 'access_token', 'oauth_token'];

const KEY_IN_QUERY: RequestFault = {
  message:
    'The URL contains a credential, and every server that forwards the request may log it. Send the gateway key (`ttk_…`) as `x-goog-api-key`. Revoke the key if it was sent over a network that you do not trust.',
  code: 'key_in_query',
};

const OTHER_QUERY: RequestFault = {
  message:
    'This path accepts only the query `alt=sse` or `alt=json`. Other parameters, such as `fields` or `$alt`, change the form of the answer, so the gateway could not count its tokens. Omit them.',
  code: 'query_not_supported',
};

/** Paths of the Gemini API. Paths that call no model, such as files and caches, are not served. */
export const modelPaths: ModelPaths = {
  modelIn: 'path',
  served: VERSIONS.flatMap((version) => METHODS.map(({ name }) => routeOf(version, name))),
  own: '/v1beta/',
  read(path, query) {
    const colon = path.lastIndexOf(':');
    const method = BY_NAME.get(path.slice(colon + 1));
    const [beginning, version, collection] = (method && BEGINNING.exec(path)) ?? [];
    if (method === undefined || beginning === undefined || version === undefined) return undefined;
    const name = path.slice(beginning.length, colon);
    if (!NAME.test(name)) return NO_NAME;
    return queryFault(query) ?? pathCall(method, version, collection === 'models' ? name : `${TUNED}${name}`);
  },
  called: (model, call) => (call?.route ?? PLAIN_ROUTE).replace('models/{model}', () => resourceOf(model)),
};

function pathCall({ name, streaming, isCount }: Method, version: string, model: string): PathCall {
  return { route: routeOf(version, name), model, streaming, isCount };
}

function routeOf(version: string, method: string): string {
  return `/${version}/models/{model}:${method}`;
}

/** The path of a model. A tier may name any model, so characters that a segment must not have are encoded. */
function resourceOf(model: string): string {
  if (model.startsWith(TUNED)) return `${TUNED}${encodeURIComponent(model.slice(TUNED.length))}`;
  return `models/${encodeURIComponent(model)}`;
}

/** The fault of a query string. Its text is never repeated, because it may hold a key. */
function queryFault(query: string | undefined): RequestFault | undefined {
  if (query === undefined || query === '' || query === 'alt=sse' || query === 'alt=json') return undefined;
  const names = new URLSearchParams(query);
  return CREDENTIALS.some((name) => names.has(name)) ? KEY_IN_QUERY : OTHER_QUERY;
}
