import { COMPLETE_ANSWER } from '../../answers/judgement.ts';
import type { AnswerForm } from '../shared/answer-form.ts';

export const answerForm: AnswerForm = {
  isAnswer: ({ data }) => Array.isArray(data),
  body: () => COMPLETE_ANSWER,
  event: () => undefined,
  preamble: [],
};
