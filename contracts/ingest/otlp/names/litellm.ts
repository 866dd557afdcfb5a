import type { GenerationNames } from './call-name-list.ts';

/** LiteLLM, whose spans have members of its log as attributes. Its names for calls are those of OpenLLMetry. */
export const LITELLM = {
  dimensions: {
    user: ['metadata.user_api_key_end_user_id'],
    key: ['metadata.user_api_key_alias'],
    metadata: ['metadata.requester_metadata', 'metadata.spend_logs_metadata'],
  },
} as const satisfies GenerationNames;
