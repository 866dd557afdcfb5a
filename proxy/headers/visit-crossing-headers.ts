import { isSecretHeader } from '../../domain/gateway/barred-headers.ts';

/**
 * The meaning of a request header for a provider:
 * - `answer`: the answer may depend on it, so that it is part of the fingerprint of the cache;
 * - `harmless`: no answer depends on it;
 * - `account`: it names the account that the provider charges, so that it crosses only with the caller's own provider
 *   key.
 */
export type HeaderMeaning = 'answer' | 'harmless' | 'account';

/**
 * Headers of requests that cross the gateway. All others end there. Headers that the gateway sets itself, such as the
 * credential and `content-type`, are not in the list.
 */
const MEANINGS: ReadonlyMap<string, HeaderMeaning> = new Map<string, HeaderMeaning>([
  ...meaning('answer', [
    ...['accept', 'anthropic-version', 'anthropic-beta', 'openai-beta'],
    // A provider that supports it repeats the answer to another request.
    'idempotency-key',
    'x-anthropic-additional-protection',
    // Codex
    ...['originator', 'version', 'session_id', 'session-id', 'conversation_id', 'thread_id', 'thread-id'],
    'x-responsesapi-include-timing-metrics',
  ]),
  ...meaning('harmless', [
    ...['user-agent', 'traceparent', 'tracestate', 'x-request-id', 'x-client-request-id'],
    // The SDKs of both providers. Others of this family are recognized by their prefix.
    ...['x-stainless-arch', 'x-stainless-async', 'x-stainless-lang', 'x-stainless-os', 'x-stainless-package-version'],
    ...['x-stainless-retry-count', 'x-stainless-runtime', 'x-stainless-runtime-version', 'x-stainless-timeout'],
    ...['x-stainless-read-timeout', 'x-stainless-helper-method', 'x-stainless-stream-helper'],
    'anthropic-dangerous-direct-browser-access',
    // Claude Code
    ...['x-app', 'x-client-app', 'x-claude-code-session-id', 'x-claude-code-agent-id', 'x-claude-code-parent-agent-id'],
    ...['x-claude-remote-container-id', 'x-claude-remote-session-id'],
    // SDKs of Google
    ...['x-goog-api-client', 'x-goog-request-params', 'x-server-timeout'],
    // Hints to the schedulers of self-hosted models
    ...['x-llm-d-slo-ttft-ms', 'x-llm-d-slo-tpot-ms', 'x-slo-ttft-ms', 'x-slo-tpot-ms'],
  ]),
  ...meaning('account', [
    ...['openai-organization', 'openai-project', 'anthropic-organization-id', 'anthropic-workspace-id'],
    'chatgpt-account-id',
  ]),
]);

/**
 * The meaning of a header by its family. Providers and their clients extend these families, so that a new header
 * crosses without a new release. A secret never crosses.
 */
function meaningByFamily(name: string): HeaderMeaning | undefined {
  if (name.startsWith('x-stainless-')) return isSecretHeader(name) ? undefined : 'harmless';
  const isTheirs =
    name.startsWith('anthropic-') ||
    name.startsWith('openai-') ||
    name.startsWith('x-openai-') ||
    name.startsWith('x-codex-');
  return isTheirs && !isSecretHeader(name) ? 'answer' : undefined;
}

/** The rules that decide which headers of a request cross. */
export interface CrossingRules {
  /** Headers that the configuration file adds for the provider, in lower case. */
  readonly added: ReadonlySet<string>;
  /** True if the caller pays with a provider key of its own. */
  readonly hasOwnKey: boolean;
  /** The header that names a tier, in lower case. It always ends at the gateway. */
  readonly tierHeader: string;
}

/**
 * Calls `visit` for each header of a request that crosses the gateway, in the order of the request.
 * @param rawHeaders names and values, alternating, as they were written
 */
export function visitCrossingHeaders(
  rawHeaders: readonly string[],
  rules: CrossingRules,
  visit: (name: string, value: string, meaning: HeaderMeaning) => void,
): void {
  const { added, hasOwnKey, tierHeader } = rules;
  const hasMore = added.size > 0;
  const endsHere = hasMore ? connectionOptions(rawHeaders) : NONE;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const { lower, listed } = knownName(name);
    const isAdded = hasMore && added.has(lower) && !endsHere.has(lower);
    const means = isAdded ? 'answer' : listed;
    if (means === undefined || (means === 'account' && !hasOwnKey) || lower === tierHeader) continue;
    visit(name, rawHeaders[index + 1] as string, means);
  }
}

const NONE: ReadonlySet<string> = new Set();

/** A header name in lower case, with its meaning. */
interface KnownName {
  readonly lower: string;
  readonly listed: HeaderMeaning | undefined;
}

/** The known names as clients write them: they write the same names with each request. */
const knownNames = new Map<string, KnownName>();
const MAX_KNOWN = 1_000;

function knownName(name: string): KnownName {
  const before = knownNames.get(name);
  if (before !== undefined) return before;
  if (knownNames.size === MAX_KNOWN) knownNames.clear();
  const lower = name.toLowerCase();
  const known = { lower, listed: MEANINGS.get(lower) ?? meaningByFamily(lower) };
  knownNames.set(name, known);
  return known;
}

/**
 * The headers that a request names as options of its connection, which ends here. This applies to headers that the
 * configuration file adds. It does not apply to those in the list: they are meant for all recipients, so no sender may
 * name them (RFC 9110, section 7.6.1).
 */
function connectionOptions(rawHeaders: readonly string[]): ReadonlySet<string> {
  const options = new Set<string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if ((rawHeaders[index] as string).toLowerCase() !== 'connection') continue;
    for (const option of (rawHeaders[index + 1] as string).split(',')) options.add(option.trim().toLowerCase());
  }
  return options;
}

function meaning(means: HeaderMeaning, names: readonly string[]): (readonly [string, HeaderMeaning])[] {
  return names.map((name) => [name, means] as const);
}
