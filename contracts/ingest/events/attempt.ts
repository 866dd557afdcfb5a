import { Type, type Static } from 'typebox';
import {
  CallNamesSchema,
  instantMember,
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
    ordinal: wholeMember(1, 65_535, 'Position of the attempt within the request, from 1.'),
    role: enumMember(ATTEMPT_ROLES, 'The reason for the attempt.'),
    route_changed: Type.Boolean({ description: 'True if the attempt took another route than the previous attempt.' }),
    output_state: enumMember(OUTPUT_STATES, 'How much output the provider returned.'),
    provider_id: textMember('Provider that was called.'),
    provider_model: textMember('Model, as the provider names it.'),
    connection_id: optionalTextMember('Connection that was used.'),
    usage_source: enumMember(
      USAGE_SOURCES,
      'The source of the token counts; `none` exactly if `usage_known` is false.',
    ),
    usage_known: Type.Boolean({
      description: 'If false, no token member is allowed; if true, input, output and total are required.',
    }),
    input_tokens: optionalTokens('Tokens sent, including tokens read from a cache.'),
    output_tokens: optionalTokens('Tokens received, including reasoning.'),
    cache_read_tokens: optionalTokens('Tokens read from the provider’s cache.'),
    cache_write_tokens: optionalTokens('Tokens written to the provider’s cache.'),
    reasoning_tokens: optionalTokens('Tokens spent on reasoning.'),
    total_tokens: optionalTokens('Total tokens, as reported.'),
    dispatched_at: instantMember('Time at which the call was sent; the time base of tokens.'),
    terminal_at: Type.Optional(instantMember('Time at which the call ended; absent if the end was not observed.')),
  },
  { additionalProperties: false },
);

export type Attempt = Static<typeof AttemptSchema>;
