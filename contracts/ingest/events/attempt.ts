import { Type, type Static } from 'typebox';
import {
  CallNamesSchema,
  instant,
  enumMember,
  optionalTextMember,
  optionalTokens,
  requestDimensions,
  textMember,
  wholeMember,
} from './members.ts';

export const ATTEMPT_ROLES = ['primary', 'retry', 'fallback'] as const;
export const OUTPUT_STATES = ['none', 'partial', 'complete'] as const;
export const USAGE_SOURCES = ['provider', 'gateway', 'none'] as const;

/** One call to a provider on behalf of a request. */
export const AttemptSchema = Type.Object(
  {
    event: Type.Literal('attempt', { description: 'Name of the event.' }),
    ...requestDimensions,
    call_names: Type.Optional(CallNamesSchema),
    attempt_id: textMember('The attempt; unique within the workspace.'),
    ordinal: wholeMember(1, 65_535, 'Place among the attempts of the request, from 1.'),
    role: enumMember(ATTEMPT_ROLES, 'Why the attempt was made.'),
    route_changed: Type.Boolean({ description: 'The attempt went another route than the one before.' }),
    output_state: enumMember(OUTPUT_STATES, 'How much output came back.'),
    provider_id: textMember('Provider that was called.'),
    provider_model: textMember('Model, in the words of the provider.'),
    connection_id: optionalTextMember('Connection that was used.'),
    usage_source: enumMember(USAGE_SOURCES, 'Who counted the tokens; `none` exactly when `usage_known` is false.'),
    usage_known: Type.Boolean({
      description: 'When false, no token member may be given; when true, input, output and total are required.',
    }),
    input_tokens: optionalTokens('Tokens sent, tokens read from a cache included.'),
    output_tokens: optionalTokens('Tokens received, reasoning included.'),
    cache_read_tokens: optionalTokens('Tokens read from the provider’s cache.'),
    cache_write_tokens: optionalTokens('Tokens written to the provider’s cache.'),
    reasoning_tokens: optionalTokens('Tokens spent on reasoning.'),
    total_tokens: optionalTokens('Tokens in all, as reported.'),
    dispatched_at: instant('When the call was sent; the time base of tokens.'),
    terminal_at: Type.Optional(instant('When the call ended; absent when that was not seen.')),
  },
  { additionalProperties: false },
);

export type Attempt = Static<typeof AttemptSchema>;
