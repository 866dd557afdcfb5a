import { objectsOf } from '../../json-parts.ts';
import { COMPLETE_ENDS, type Question } from '../shared/question.ts';

export const question: Question = {
  bodyOf: ({ model, instruction, content, maxTokens }) => ({
    model,
    ...{ max_tokens: maxTokens, system: instruction },
    messages: [{ role: 'user', content }],
  }),
  textOf({ content, stop_reason: reason }) {
    if (!COMPLETE_ENDS.includes(reason)) return '';
    const texts = objectsOf(content).map(({ text }) => text);
    return texts.filter((text) => typeof text === 'string').join('');
  },
};
