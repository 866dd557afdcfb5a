import { isSecretHeader } from '../../domain/gateway/barred-headers.ts';

/**
 * Headers of answers that cross the gateway. All others end there, because they describe the provider's origin, network
 * or account.
 */
const RETURNED: ReadonlySet<string> = new Set([
  // The message itself. `x-accel-buffering` prevents a proxy in front of the gateway from holding back a stream.
  ...[
    'content-type',
    'content-length',
    'content-encoding',
    'content-language',
    'cache-control',
    'date',
    'x-accel-buffering',
  ],
  // The time to retry, and the remaining quota.
  ...['retry-after', 'retry-after-ms', 'x-should-retry', 'ratelimit', 'ratelimit-policy', 'ratelimit-limit'],
  ...['ratelimit-remaining', 'ratelimit-reset'],
  ...['requests', 'tokens', 'input-tokens', 'output-tokens'].flatMap((counted) =>
    ['limit', 'remaining', 'reset'].map((figure) => `anthropic-ratelimit-${counted}-${figure}`),
  ),
  ...['requests', 'tokens'].flatMap((counted) =>
    ['limit', 'remaining', 'reset'].map((figure) => `x-ratelimit-${figure}-${counted}`),
  ),
  // The ids by which a provider finds a request.
  ...[
    'request-id',
    'x-request-id',
    'x-client-request-id',
    'x-oai-request-id',
    'apim-request-id',
    'x-ms-client-request-id',
  ],
  ...['x-amzn-requestid', 'x-generation-id'],
  // The tier that served the request, at Google.
  'x-gemini-service-tier',
  ...['openai-processing-ms', 'openai-version'],
  // Notices about the future of the endpoint.
  ...['deprecation', 'sunset', 'warning'],
  // Codex
  ...['x-reasoning-included', 'x-models-etag'],
]);

/** Headers of the families below that name the account of the deployment. */
const ACCOUNT: ReadonlySet<string> = new Set([
  ...['openai-organization', 'openai-project', 'anthropic-organization-id', 'anthropic-workspace-id'],
]);

/**
 * True if a header of an answer crosses the gateway.
 * @param name the name in lower case
 */
export function isReturnedHeader(name: string): boolean {
  return known.get(name) ?? look(name);
}

/** The results by name, because providers send the same headers with each answer. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 1_000;

function look(name: string): boolean {
  const isReturned = RETURNED.has(name) || (isOfFamily(name) && isNamedSafely(name));
  if (known.size === MAX_KNOWN) known.clear();
  known.set(name, isReturned);
  return isReturned;
}

/** True if a header belongs to a family that providers extend. */
function isOfFamily(name: string): boolean {
  return (
    name.startsWith('anthropic-') ||
    name.startsWith('openai-') ||
    name.startsWith('x-ratelimit-') ||
    name.startsWith('x-codex-')
  );
}

function isNamedSafely(name: string): boolean {
  return !ACCOUNT.has(name) && !isSecretHeader(name);
}
