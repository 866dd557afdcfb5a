import { BEARER_HEADER } from '../shared/bearer-header.ts';
import { deriveStepClass } from '../shared/derive-step-class.ts';
import { plainErrorBody } from '../shared/plain-error-body.ts';
import type { Protocol } from '../shared/protocol.ts';
import { answerForm } from './answer-form.ts';
import { followStream } from './follow-stream.ts';

/** The protocol of OpenAI's Embeddings, which many other providers also serve: answers are vectors instead of text. */
export const openaiEmbeddings: Protocol = {
  id: 'openai-embeddings',
  endpoint: 'embeddings',
  paths: { modelIn: 'body', served: '/v1/embeddings', called: '/embeddings', counted: undefined },
  credential: BEARER_HEADER,
  ownHeaders: {},
  operation: 'embeddings',
  usageFlavors: ['embeddings'],
  streamsLists: false,
  requestFault: () => undefined,
  stepClass: deriveStepClass,
  toolName: () => undefined,
  askedWords: ({ input }) => input,
  unreadMembers: ['user'],
  errorBody: plainErrorBody,
  answerForm,
  followStream,
  text: undefined,
};
