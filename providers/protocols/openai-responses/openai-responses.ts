import { BEARER_HEADER } from '../shared/bearer-header.ts';
import { deriveStepClass } from '../shared/derive-step-class.ts';
import { plainErrorBody } from '../shared/plain-error-body.ts';
import type { TextProtocol } from '../shared/protocol.ts';
import { withSystem } from '../shared/with-system.ts';
import { answerForm } from './answer-form.ts';
import { answerParts, isRepeatEvent, streamParts } from './answer-parts.ts';
import { followStream } from './follow-stream.ts';
import { playback } from './playback.ts';
import { requestFault } from './request-fault.ts';
import { toolName } from './tool-name.ts';

/** The protocol of OpenAI's Responses. */
export const openaiResponses: TextProtocol = {
  id: 'openai-responses',
  endpoint: 'responses',
  paths: { modelIn: 'body', served: '/v1/responses', called: '/responses', counted: undefined },
  credential: BEARER_HEADER,
  ownHeaders: {},
  operation: 'chat',
  usageFlavors: ['responses'],
  streamsLists: false,
  requestFault,
  stepClass: deriveStepClass,
  toolName,
  askedWords: ({ instructions, input }) => withSystem(instructions, input),
  // Answers repeat the members that identify the caller, so answers depend on them.
  unreadMembers: [],
  errorBody: plainErrorBody,
  answerForm,
  followStream,
  text: {
    outputCaps: ['max_output_tokens'],
    outputSettings: (body) => body,
    capsThinking: false,
    userMessages: { member: 'input', content: 'content', isText: ({ type }) => type === 'input_text' },
    answerParts,
    streamParts,
    repeatsText: isRepeatEvent,
    question: undefined,
    openClient: async () => (await import('./text-client.ts')).textClient,
    playback,
  },
};
