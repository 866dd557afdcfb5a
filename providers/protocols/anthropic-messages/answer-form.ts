import { COMPLETE_ANSWER } from '../../answers/judgement.ts';
import type { AnswerForm } from '../shared/answer-form.ts';

export const answerForm: AnswerForm = {
  isAnswer: ({ content }) => Array.isArray(content),
  body: () => COMPLETE_ANSWER,
  event(heard, { type }) {
    if (type === 'message_stop') heard.ended = COMPLETE_ANSWER;
  },
  preamble: ['ping'],
};
