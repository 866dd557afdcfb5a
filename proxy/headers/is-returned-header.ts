import { isSecretHeader } from '../../domain/gateway/barred-headers.ts';

/**
 * Headers of answers that cross the gateway. Any other ends there, because it speaks of the provider's own origin,
 * network or account.
 */
const RETURNED: ReadonlySet<string> = new Set([
  // The message itself. `x-accel-buffering` keeps a proxy before the gateway from holding a stream back.
  ...[
    'content-type',
    'content-length',
    'content-encoding',
    'content-language',
    'cache-control',
    'date',
    'x-accel-buffering',
  ],
  // When to ask again, and how much may be asked.
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
  // The tier that served it, at Google.
  'x-gemini-service-tier',
  ...['openai-processing-ms', 'openai-version'],
  // The future of the endpoint.
  ...['deprecation', 'sunset', 'warning'],
  // Codex
  ...['x-reasoning-included', 'x-models-etag'],
]);

/** Members of these families that name the account of the deployment. */
const ACCOUNT: ReadonlySet<string> = new Set([
  ...['openai-organization', 'openai-project', 'anthropic-organization-id', 'anthropic-workspace-id'],
]);

/**
 * True if a header of an answer crosses the gateway.
 * @param name in lower case
 */
export function isReturnedHeader(name: string): boolean {
  return known.get(name) ?? look(name);
}

/** The results by name: providers send the same headers with each answer. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 1_000;

function look(name: string): boolean {
  const isReturned = RETURNED.has(name) || (isOfFamily(name) && isNamedSafely(name));
  if (known.size === MAX_KNOWN) known.clear();
  known.set(name, isReturned);
  return isReturned;
}

/** Families of headers that providers extend. */
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
