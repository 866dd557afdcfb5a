import { TEXT_ENDPOINTS, type TextEndpoint } from './protocols.ts';

/** The protocols of Truetally's own calls: all protocols with text output. */
export type Wire = TextEndpoint;
export const WIRES: readonly Wire[] = TEXT_ENDPOINTS;

/** The protocols of each provider. The first is the default. */
const BY_PROVIDER = {
  anthropic: ['messages'],
  openai: ['responses', 'chat_completions'],
  openai_compatible: ['chat_completions', 'responses'],
  google: ['generate_content'],
} as const satisfies Readonly<Record<string, readonly [Wire, ...Wire[]]>>;

export type ModelProvider = keyof typeof BY_PROVIDER;
export const MODEL_PROVIDERS = Object.keys(BY_PROVIDER) as readonly ModelProvider[];

export const PROVIDER_WIRES: Readonly<Record<ModelProvider, readonly [Wire, ...Wire[]]>> = BY_PROVIDER;

/** The purposes for which a connection may be used. */
export const CONNECTION_USES = ['inference', 'judging'] as const;
export type ConnectionUse = (typeof CONNECTION_USES)[number];

/**
 * The ways in which a call can end without an answer. `never_sent` and `refused` cost nothing. `failed_with_bill` is
 * charged with the amount that the provider stated. For `effect_unknown`, nobody knows whether the call was carried
 * out: it is charged with the maximum cost, and never retried.
 */
export const CALL_FAILURES = ['never_sent', 'refused', 'failed_with_bill', 'effect_unknown'] as const;
export type CallFailure = (typeof CALL_FAILURES)[number];

/** The reasons why a call gave no answer, as sentences for operators. */
export const CALL_FAULTS = {
  key_unavailable: 'The key cannot be read at the location that the connection names.',
  endpoint_not_allowed: 'The endpoint must be an http or https address without a user, a query or a fragment.',
  parameter_not_supported: 'This wire has no parameter `seed`. Remove it from the target.',
  connection_failed: 'The connection to the endpoint failed.',
  cancelled: 'The call was cancelled.',
  timed_out: 'The provider did not answer in time.',
  connection_lost: 'The connection ended before the answer was complete.',
  answer_too_large: 'The answer exceeds the maximum size.',
  answer_unreadable: 'The answer does not have the form of the wire, or does not report its usage.',
  provider_failed: 'The provider failed during the call.',
  redirected: 'The endpoint redirects to another address. Use the final address in the connection.',
  key_refused: 'The provider refuses the key, or the key lacks a permission.',
  not_found: 'The provider does not have this model, or the endpoint has no such path.',
  request_refused: 'The provider refuses the request as invalid.',
  rate_limited: 'The provider limits the rate of calls.',
  quota_exhausted: 'The quota at the provider is used up.',
  overloaded: 'The provider is overloaded and did not accept the call.',
  output_truncated: 'The answer reached its maximum of tokens before it was complete.',
  content_filtered: 'The provider or the model declined to answer.',
  answer_empty: 'The answer contains no text.',
  structured_answer_missing: 'The answer is not the requested structured document.',
  structured_answer_unclear:
    'The answer repeats the structured document or one of its members, contradicts it in other text, or does not state that it is complete.',
} as const;
export type CallFault = keyof typeof CALL_FAULTS;
