import { BEARER } from '../shared/bearer.ts';
import type { Protocol } from '../shared/protocol.ts';

/** OpenAI's Chat Completions, as many others speak it too. */
export const openaiChatCompletions: Protocol = {
  id: 'openai-chat-completions',
  endpoint: 'chat_completions',
  paths: { served: '/v1/chat/completions', called: '/chat/completions', counted: undefined },
  credential: BEARER,
  ownHeaders: {},
  operation: 'chat',
  usageFlavors: ['chat', 'default'],
};
