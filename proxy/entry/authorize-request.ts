import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '../../domain/models/endpoints.ts';
import { nearestName } from '../../domain/kernel/nearest-name.ts';
import { otherTokenKindDetail, TOKEN_PREFIXES } from '../../domain/tenancy/token-kinds.ts';
import { PROTOCOLS } from '../../providers/protocols/registry.ts';
import type { PathCall, ProtocolPaths } from '../../providers/protocols/shared/protocol-paths.ts';
import type { ActiveKey } from '../../store/gateway/virtual-key-store.ts';
import type { DecisionLog } from '../decision-log/decision-log.ts';
import { readCredentials } from '../headers/read-credentials.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import {
  badRequest,
  INVALID_KEY,
  KEYS_UNAVAILABLE,
  LOG_UNAVAILABLE,
  MISSING_KEY,
  notFoundError,
  wrongKeyKindError,
  GATEWAY_STOPPING,
  unservedRequestError,
  type GatewayError,
} from '../call/gateway-error.ts';
import { callAtPath } from './call-at-path.ts';

/** The caller and the endpoint, as far as they are known before the body is read. */
export interface AuthorizedRequest {
  readonly endpoint: Endpoint;
  readonly key: ActiveKey;
  /** A provider key that the caller sends with the request. */
  readonly callerKey: string | undefined;
  /** The call in the path; undefined if the body names the model. */
  readonly named: PathCall | undefined;
}

export interface GateParts {
  readonly keys: Pick<KeyRing, 'find'>;
  readonly log: Pick<DecisionLog, 'acceptsCalls'>;
  readonly isClosed: boolean;
}

const PATHS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ...PROTOCOLS.flatMap(({ paths, endpoint }) => fixedPaths(paths).map((path) => [path, endpoint] as const)),
  ['/v1/models', 'models'],
]);

/** Paths at which the tokens of a request are counted, and no model is called. */
const COUNTING: ReadonlySet<string> = new Set(PROTOCOLS.flatMap(({ paths }) => fixedPaths(paths).slice(1)));

/**
 * The path of a protocol, then the path below it that counts tokens, if any. Empty if the protocol's paths name the
 * model.
 */
function fixedPaths(paths: ProtocolPaths): string[] {
  if (paths.modelIn === 'path') return [];
  const { served, counted } = paths;
  return counted === undefined ? [served] : [served, `${served}${counted}`];
}

/** True if a path asks for a count of tokens. */
export function isCountPath(path: string): boolean {
  return COUNTING.has(path);
}

/** The prefix of the path of each model; the id of the model follows. */
export const MODELS_PATH_PREFIX = '/v1/models/';

const RESPONSES = '/v1/responses/';
/** The paths that the API serves on its own port. */
const API_PATH = /^\/(?:portal|tt)\//;
/** The routes with `{model}` in their path. */
const MODEL_ROUTES = PROTOCOLS.flatMap(({ paths }) => (paths.modelIn === 'path' ? paths.served : []));
const SERVED = [...PATHS.keys(), `${MODELS_PATH_PREFIX}{model}`, ...MODEL_ROUTES].join(', ');

/** The route name of a path, for any caller; undefined if no route has the path. */
export function findRouteName(path: string): string | undefined {
  if (PATHS.has(path)) return path;
  const call = callAtPath(path, undefined);
  if (call !== undefined && 'named' in call) return call.named.route;
  return isModel(path) ? `${MODELS_PATH_PREFIX}{model}` : undefined;
}

function isModel(path: string): boolean {
  return path.startsWith(MODELS_PATH_PREFIX) && path.length > MODELS_PATH_PREFIX.length;
}

/** The path that was probably intended if `/v1` is missing or doubled, because the base URL lacks it or has it too. */
function meantBy(path: string): string | undefined {
  const meant = `/v1${path.replace(/^(?:\/v1)+(?=\/)/, '')}`;
  return meant !== path && findRouteName(meant) !== undefined ? meant : undefined;
}

/**
 * The error for an unknown path. It repeats no text of the caller: a path can fill a complete head and contain
 * anything.
 */
function nothingAt(path: string): GatewayError {
  const meant = meantBy(path);
  if (meant !== undefined)
    return notFoundError(
      `The gateway has no such path. Did you mean ${meant}? The base URL of an OpenAI client ends with /v1, and that of an Anthropic client does not.`,
    );
  if (path.startsWith(RESPONSES))
    return notFoundError(
      'The gateway has no such path. It serves only POST /v1/responses of the Responses API. Request stored responses from the provider.',
    );
  if (API_PATH.test(path))
    return notFoundError(
      'The gateway has no such path. The API serves it on another port (7070, or `TRUETALLY_PORT`). Send the request to that port.',
    );
  const near = nearestName(path, [...PATHS.keys()]);
  const hint = near === undefined ? '.' : `. Did you mean ${near}?`;
  return notFoundError(`The gateway has no such path${hint} It serves ${SERVED}.`);
}

/** The refusal of a key. It explains an invalid key by its visible form, and never states whether the key exists. */
function refusalOf(text: string | undefined): GatewayError {
  if (text === undefined) return MISSING_KEY;
  // A runtime key can be a credential of a service, which opens the gateway.
  const other = text.startsWith(TOKEN_PREFIXES.runtime) ? undefined : otherTokenKindDetail(text, 'virtual');
  return other === undefined ? INVALID_KEY : wrongKeyKindError(other);
}

/** The head of a request, as far as authorization needs it. */
export interface RequestHead {
  readonly path: string;
  readonly query: string | undefined;
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Authorizes a request by its path, method and key, if the gateway accepts calls. Performs no I/O. */
export function authorizeRequest(asked: RequestHead, gate: GateParts): AuthorizedRequest | GatewayError {
  const endpoint = PATHS.get(asked.path);
  if (endpoint !== undefined) return authorizeAt(endpoint, undefined, asked, gate);
  const call = callAtPath(asked.path, asked.query);
  if (call !== undefined)
    return 'fault' in call ? unservedRequestError(call.fault) : authorizeAt(call.endpoint, call.named, asked, gate);
  return isModel(asked.path) ? authorizeAt('models', undefined, asked, gate) : nothingAt(asked.path);
}

function authorizeAt(
  endpoint: Endpoint,
  named: PathCall | undefined,
  { path, method, headers }: RequestHead,
  { keys, log, isClosed }: GateParts,
): AuthorizedRequest | GatewayError {
  const expected = endpoint === 'models' ? 'GET' : 'POST';
  if (method !== expected)
    return badRequest(`${named?.route ?? path} does not accept this method. Use ${expected}.`, 405);
  const { key: text, callerKey } = readCredentials(headers);
  const key = text === undefined ? undefined : keys.find(text);
  if (key === 'unavailable') return KEYS_UNAVAILABLE;
  if (key === undefined) return refusalOf(text);
  if (isClosed) return GATEWAY_STOPPING;
  return log.acceptsCalls(key) ? { endpoint, key, callerKey, named } : LOG_UNAVAILABLE;
}
