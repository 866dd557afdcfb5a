import { jsonObjectsIn } from '../../json-parts.ts';
import type { QuestionForm } from '../shared/question-form.ts';
import { candidateParts } from './answer-parts.ts';

export const questionForm: QuestionForm = {
  bodyOf: ({ instruction, content, maxTokens }) => ({
    systemInstruction: { parts: [{ text: instruction }] },
    contents: [{ role: 'user', parts: [{ text: content }] }],
    generationConfig: { maxOutputTokens: maxTokens },
  }),
  textOf({ candidates }) {
    const [candidate, ...others] = jsonObjectsIn(candidates);
    if (candidate === undefined || others.length > 0 || candidate['finishReason'] !== 'STOP') return '';
    return candidateParts(candidate)
      .map(({ text, thought }) => (typeof text === 'string' && thought !== true ? text : ''))
      .join('');
  },
};
