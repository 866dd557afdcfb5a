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

export const WIRES_OF: Readonly<Record<ModelProvider, readonly [Wire, ...Wire[]]>> = BY_PROVIDER;

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
  key_unavailable: 'The key cannot be read where the connection says that it is.',
  endpoint_not_allowed: 'The endpoint is no http or https address without a user, a query or a fragment.',
  parameter_not_supported: 'This wire has no parameter `seed`: leave it out of the target.',
  connection_failed: 'No connection to the endpoint came about.',
  cancelled: 'The call was cancelled.',
  timed_out: 'The provider did not answer in time.',
  connection_lost: 'The connection ended before the answer was complete.',
  answer_too_large: 'The answer is larger than any that is read.',
  answer_unreadable: 'The answer is not of the form that the wire has, or does not say what was used.',
  provider_failed: 'The provider failed while it had the call.',
  redirected: 'The endpoint redirects elsewhere: a connection names the address itself.',
  key_refused: 'The provider refuses the key, or what the key may do.',
  not_found: 'The provider knows no such model, or nothing is at the endpoint.',
  request_refused: 'The provider refuses the request as it is.',
  rate_limited: 'The provider lets no more calls through for now.',
  quota_exhausted: 'What the provider was paid for is used up.',
  overloaded: 'The provider is overloaded and did not take the call on.',
  output_truncated: 'The answer reached its most tokens before it was complete.',
  content_filtered: 'The provider or the model declined to answer.',
  answer_empty: 'The answer holds no text.',
  structured_answer_missing: 'The answer is not the structured one that was asked for.',
  structured_answer_unclear:
    'The answer gives the structured document more than once, names a member twice, contradicts it in the text beside it, or does not state that it is complete.',
} as const;
export type CallFault = keyof typeof CALL_FAULTS;
