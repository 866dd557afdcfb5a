import { jsonObjectsIn } from '../../json-parts.ts';
import { COMPLETE_STOP_REASONS, type QuestionForm } from '../shared/question-form.ts';

export const questionForm: QuestionForm = {
  bodyOf: ({ model, instruction, content, maxTokens }) => ({
    model,
    ...{ max_tokens: maxTokens, system: instruction },
    messages: [{ role: 'user', content }],
  }),
  textOf({ content, stop_reason: reason }) {
    if (!COMPLETE_STOP_REASONS.includes(reason)) return '';
    const texts = jsonObjectsIn(content).map(({ text }) => text);
    return texts.filter((text) => typeof text === 'string').join('');
  },
};
