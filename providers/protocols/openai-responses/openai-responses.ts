import { BEARER } from '../shared/bearer.ts';
import type { TextProtocol } from '../shared/protocol.ts';
import { answerForm } from './answer-form.ts';
import { answerParts, repeatsWords, streamParts } from './answer-parts.ts';
import { followStream } from './follow-stream.ts';

/** OpenAI's Responses. */
export const openaiResponses: TextProtocol = {
  id: 'openai-responses',
  endpoint: 'responses',
  paths: { served: '/v1/responses', called: '/responses', counted: undefined },
  credential: BEARER,
  ownHeaders: {},
  operation: 'chat',
  usageFlavors: ['responses'],
  answerForm,
  followStream,
  text: { answerParts, streamParts, repeatsWords },
};
