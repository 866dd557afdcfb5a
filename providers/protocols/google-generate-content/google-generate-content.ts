import type { PlainProtocol } from '../shared/protocol.ts';
import { withSystem } from '../shared/with-system.ts';
import { answerForm } from './answer-form.ts';
import { answerParts, streamParts } from './answer-parts.ts';
import { errorBody } from './error-body.ts';
import { followStream } from './follow-stream.ts';
import { requestField } from './request-field.ts';
import { modelPaths } from './model-paths.ts';
import { outputSettings, OUTPUT_CAP_PATH } from './output-settings.ts';
import { playback } from './playback.ts';
import { questionForm } from './question-form.ts';
import { requestFault } from './request-fault.ts';
import { stepClass } from './step-class.ts';
import { toolName } from './tool-name.ts';

/** The protocol of Google's generateContent in the Gemini API, whose paths name the model. */
export const googleGenerateContent: PlainProtocol = {
  id: 'google-generate-content',
  endpoint: 'generate_content',
  paths: modelPaths,
  credential: { header: 'x-goog-api-key', prefix: '' },
  ownHeaders: {},
  operation: 'generate_content',
  usageFlavors: ['default'],
  streamsLists: true,
  requestFault,
  stepClass,
  toolName,
  askedWords: (body) => withSystem(requestField(body, 'systemInstruction', 'system_instruction'), body['contents']),
  unreadMembers: ['labels'],
  errorBody,
  answerForm,
  followStream,
  text: {
    outputCaps: [OUTPUT_CAP_PATH],
    outputSettings,
    capsThinking: true,
    userMessages: {
      member: 'contents',
      content: 'parts',
      isText: ({ text, thought }) => text !== undefined && thought !== true,
    },
    answerParts,
    streamParts,
    repeatsText: () => false,
    question: questionForm,
    openClient: async () => (await import('./text-client.ts')).textClient,
    playback,
  },
};
