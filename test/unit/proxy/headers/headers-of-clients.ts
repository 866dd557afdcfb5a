/**
 * The treatment of a client's header. `answer` and `harmless` are passed on, and only `answer` distinguishes requests.
 * `account` is passed on only with the caller's own provider key. `said_by_gateway` is set by the gateway, and
 * `ends_here` is dropped.
 */
export type Verdict = 'answer' | 'harmless' | 'account' | 'said_by_gateway' | 'ends_here';

/**
 * The headers of Anthropic's client for TypeScript, recorded from its npm package by the calls of
 * `client-headers.test.ts`.
 */
export const ANTHROPIC_TYPESCRIPT_HEADERS: Readonly<Record<string, Verdict>> = {
  accept: 'answer',
  'accept-encoding': 'said_by_gateway',
  'accept-language': 'ends_here',
  'anthropic-beta': 'answer',
  'anthropic-dangerous-direct-browser-access': 'harmless',
  'anthropic-version': 'answer',
  authorization: 'said_by_gateway',
  connection: 'said_by_gateway',
  'content-length': 'said_by_gateway',
  'content-type': 'said_by_gateway',
  host: 'said_by_gateway',
  'sec-fetch-mode': 'ends_here',
  'user-agent': 'harmless',
  'x-stainless-arch': 'harmless',
  'x-stainless-helper-method': 'harmless',
  'x-stainless-lang': 'harmless',
  'x-stainless-os': 'harmless',
  'x-stainless-package-version': 'harmless',
  'x-stainless-retry-count': 'harmless',
  'x-stainless-runtime': 'harmless',
  'x-stainless-runtime-version': 'harmless',
  'x-stainless-timeout': 'harmless',
};

/** The headers of OpenAI's client for TypeScript, recorded in the same way. */
export const OPENAI_TYPESCRIPT_HEADERS: Readonly<Record<string, Verdict>> = {
  accept: 'answer',
  'accept-encoding': 'said_by_gateway',
  'accept-language': 'ends_here',
  authorization: 'said_by_gateway',
  connection: 'said_by_gateway',
  'content-length': 'said_by_gateway',
  'content-type': 'said_by_gateway',
  host: 'said_by_gateway',
  'openai-organization': 'account',
  'openai-project': 'account',
  'sec-fetch-mode': 'ends_here',
  'user-agent': 'harmless',
  'x-stainless-arch': 'harmless',
  'x-stainless-helper-method': 'harmless',
  'x-stainless-lang': 'harmless',
  'x-stainless-os': 'harmless',
  'x-stainless-package-version': 'harmless',
  'x-stainless-retry-count': 'harmless',
  'x-stainless-runtime': 'harmless',
  'x-stainless-runtime-version': 'harmless',
};

/**
 * The additional headers of Python clients, recorded from `anthropic` 2.12.0, `openai` 3.54.0, `langchain-anthropic`
 * 1.7.10 and `langchain-openai` 1.7.4.
 */
export const PYTHON_CLIENT_HEADERS: Readonly<Record<string, Verdict>> = {
  'x-stainless-async': 'harmless',
  'x-stainless-raw-response': 'harmless',
  'x-stainless-read-timeout': 'harmless',
  'x-stainless-stream-helper': 'harmless',
};

/** The additional headers of Claude Code, from its documented protocol for gateways and captured requests. */
export const CLAUDE_CODE_HEADERS: Readonly<Record<string, Verdict>> = {
  'x-anthropic-additional-protection': 'answer',
  'x-app': 'harmless',
  'x-claude-code-agent-id': 'harmless',
  'x-claude-code-parent-agent-id': 'harmless',
  'x-claude-code-session-id': 'harmless',
  'x-claude-remote-container-id': 'harmless',
  'x-claude-remote-session-id': 'harmless',
  'x-client-app': 'harmless',
  'x-client-request-id': 'harmless',
};

/** The headers of Codex, from its public source. */
export const CODEX_HEADERS: Readonly<Record<string, Verdict>> = {
  accept: 'answer',
  authorization: 'said_by_gateway',
  'chatgpt-account-id': 'account',
  conversation_id: 'answer',
  'openai-beta': 'answer',
  'openai-organization': 'account',
  'openai-project': 'account',
  originator: 'answer',
  'session-id': 'answer',
  session_id: 'answer',
  'thread-id': 'answer',
  traceparent: 'harmless',
  tracestate: 'harmless',
  'user-agent': 'harmless',
  version: 'answer',
  'x-client-request-id': 'harmless',
  'x-codex-beta-features': 'answer',
  'x-codex-installation-id': 'answer',
  'x-codex-parent-thread-id': 'answer',
  'x-codex-turn-metadata': 'answer',
  'x-codex-turn-state': 'answer',
  'x-codex-window-id': 'answer',
  'x-openai-actor-authorization': 'ends_here',
  'x-openai-subagent': 'answer',
  'x-responsesapi-include-timing-metrics': 'answer',
};

/**
 * Headers of no client above: they identify a caller, a network, a browser or a credential, or control another gateway.
 */
export const UNKNOWN_CLIENT_HEADERS: readonly string[] = [
  ...['cookie', 'forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'],
  ...['true-client-ip', 'cf-connecting-ip', 'cf-ray', 'cf-ipcountry', 'fastly-client-ip', 'x-client-ip'],
  ...['x-cluster-client-ip', 'x-envoy-external-address', 'cdn-loop', 'origin', 'referer', 'http-referer', 'x-title'],
  ...['sec-ch-ua', 'sec-fetch-site', 'dnt', 'priority', 'pragma', 'cache-control', 'if-none-match', 'range', 'prefer'],
  ...['x-amz-security-token', 'x-amz-date', 'x-auth-token', 'x-access-token', 'x-csrf-token', 'x-goog-user-project'],
  ...['openai-ephemeral-token', 'anthropic-api-key', 'openai-api-key', 'anthropic-auth-token', 'x-codex-access-token'],
  ...['x-portkey-config', 'x-portkey-api-key', 'cf-aig-authorization', 'cf-aig-metadata', 'x-litellm-tags'],
  ...[
    'helicone-auth',
    'x-http-method-override',
    'content-encoding',
    'accept-language',
    'baggage',
    'from',
    'x-anything',
  ],
];
