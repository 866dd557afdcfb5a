import { isJsonObject, jsonObjectsIn } from '../../json-parts.ts';
import { COMPLETE_STOP_REASONS, type QuestionForm } from '../shared/question-form.ts';

export const questionForm: QuestionForm = {
  bodyOf: ({ model, instruction, content, maxTokens, priceProvider }) => ({
    model,
    messages: [
      { role: 'system', content: instruction },
      { role: 'user', content },
    ],
    [maxTokensName(priceProvider)]: maxTokens,
  }),
  textOf({ choices }) {
    const [choice, ...others] = jsonObjectsIn(choices);
    if (others.length > 0 || !COMPLETE_STOP_REASONS.includes(choice?.['finish_reason'])) return '';
    const message = choice?.['message'];
    return isJsonObject(message) && typeof message['content'] === 'string' ? message['content'] : '';
  },
};

/** The name of the output cap. OpenAI's newer models refuse the old name, and other servers do not know the new one. */
function maxTokensName(priceProvider: string | undefined): string {
  return priceProvider === 'openai' || priceProvider === 'azure' ? 'max_completion_tokens' : 'max_tokens';
}
