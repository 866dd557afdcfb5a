import { BEARER } from '../shared/bearer.ts';
import { deriveStepClass } from '../shared/derive-step-class.ts';
import type { Protocol } from '../shared/protocol.ts';
import { answerForm } from './answer-form.ts';
import { followStream } from './follow-stream.ts';

/** OpenAI's Embeddings, as many others speak it too: vectors in place of words. */
export const openaiEmbeddings: Protocol = {
  id: 'openai-embeddings',
  endpoint: 'embeddings',
  paths: { served: '/v1/embeddings', called: '/embeddings', counted: undefined },
  credential: BEARER,
  ownHeaders: {},
  operation: 'embeddings',
  usageFlavors: ['embeddings'],
  requestFault: () => undefined,
  stepClass: deriveStepClass,
  askedWords: ({ input }) => input,
  unreadMembers: ['user'],
  answerForm,
  followStream,
  text: undefined,
};
