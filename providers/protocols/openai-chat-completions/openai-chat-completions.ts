import { BEARER_HEADER } from '../shared/bearer-header.ts';
import { deriveStepClass } from '../shared/derive-step-class.ts';
import { plainErrorBody } from '../shared/plain-error-body.ts';
import type { PlainProtocol } from '../shared/protocol.ts';
import { answerForm } from './answer-form.ts';
import { answerParts, streamParts } from './answer-parts.ts';
import { followStream } from './follow-stream.ts';
import { playback } from './playback.ts';
import { questionForm } from './question-form.ts';
import { toolName } from './tool-name.ts';

/** The protocol of OpenAI's Chat Completions, which many other providers also serve. */
export const openaiChatCompletions: PlainProtocol = {
  id: 'openai-chat-completions',
  endpoint: 'chat_completions',
  paths: { modelIn: 'body', served: '/v1/chat/completions', called: '/chat/completions', counted: undefined },
  credential: BEARER_HEADER,
  ownHeaders: {},
  operation: 'chat',
  usageFlavors: ['chat', 'default'],
  streamsLists: false,
  requestFault: () => undefined,
  stepClass: deriveStepClass,
  toolName,
  askedWords: ({ messages }) => messages,
  unreadMembers: ['user', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_retention'],
  errorBody: plainErrorBody,
  answerForm,
  followStream,
  text: {
    outputCaps: ['max_tokens', 'max_completion_tokens'],
    outputSettings: (body) => body,
    capsThinking: false,
    userMessages: { member: 'messages', content: 'content', isText: ({ type }) => type === 'text' },
    answerParts,
    streamParts,
    repeatsText: () => false,
    question: questionForm,
    openClient: async () => (await import('./text-client.ts')).textClient,
    playback,
  },
};
