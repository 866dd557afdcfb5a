import { deriveStepClass } from '../shared/derive-step-class.ts';
import { plainErrorBody } from '../shared/plain-error-body.ts';
import type { PlainProtocol } from '../shared/protocol.ts';
import { withSystem } from '../shared/with-system.ts';
import { answerForm } from './answer-form.ts';
import { answerParts, streamParts } from './answer-parts.ts';
import { followStream } from './follow-stream.ts';
import { playback } from './playback.ts';
import { questionForm } from './question-form.ts';
import { toolName } from './tool-name.ts';

/** The protocol of Anthropic's Messages API. */
export const anthropicMessages: PlainProtocol = {
  id: 'anthropic-messages',
  endpoint: 'messages',
  paths: { modelIn: 'body', served: '/v1/messages', called: '/v1/messages', counted: '/count_tokens' },
  credential: { header: 'x-api-key', prefix: '' },
  ownHeaders: { 'anthropic-version': '2023-06-01' },
  operation: 'chat',
  usageFlavors: ['anthropic', 'default'],
  streamsLists: false,
  requestFault: () => undefined,
  stepClass: deriveStepClass,
  toolName,
  askedWords: ({ system, messages }) => withSystem(system, messages),
  unreadMembers: ['metadata'],
  errorBody: plainErrorBody,
  answerForm,
  followStream,
  text: {
    outputCaps: ['max_tokens'],
    outputSettings: (body) => body,
    capsThinking: true,
    userMessages: { member: 'messages', content: 'content', isText: ({ type }) => type === 'text' },
    answerParts,
    streamParts,
    repeatsText: () => false,
    question: questionForm,
    openClient: async () => (await import('./text-client.ts')).textClient,
    playback,
  },
};
