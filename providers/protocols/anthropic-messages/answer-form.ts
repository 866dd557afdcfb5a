import { COMPLETE } from '../../answers/judgement.ts';
import type { AnswerForm } from '../shared/answer-form.ts';

export const answerForm: AnswerForm = {
  isAnswer: ({ content }) => Array.isArray(content),
  body: () => COMPLETE,
  event(heard, { type }) {
    if (type === 'message_stop') heard.ended = COMPLETE;
  },
  preamble: ['ping'],
};
