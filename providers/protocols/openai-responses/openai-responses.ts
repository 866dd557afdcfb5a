import { BEARER } from '../shared/bearer.ts';
import type { Protocol } from '../shared/protocol.ts';

/** OpenAI's Responses. */
export const openaiResponses: Protocol = {
  id: 'openai-responses',
  endpoint: 'responses',
  paths: { served: '/v1/responses', called: '/responses', counted: undefined },
  credential: BEARER,
  ownHeaders: {},
  operation: 'chat',
  usageFlavors: ['responses'],
};
