import OpenAI from 'openai';
import { isJsonObject, jsonObjectsIn } from '../../json-parts.ts';
import type { TextAnswer, TextClient } from '../shared/text-client.ts';

const ENDINGS: Readonly<Record<string, TextAnswer['ending']>> = {
  stop: 'complete',
  tool_calls: 'complete',
  function_call: 'complete',
  length: 'truncated',
  content_filter: 'filtered',
  error: 'failed',
};

/**
 * The client of OpenAI's Chat Completions, which other providers also serve. A structured answer is the call of a
 * function that the model has to make.
 */
export const textClient: TextClient = {
  send({ connection, model, system, messages, parameters, structured, signal }, settings) {
    const { max_output_tokens: max, temperature, top_p: topP, seed } = parameters;
    const sdk = new OpenAI({ ...settings, organization: null, project: null });
    return sdk.chat.completions.create(
      {
        model,
        messages: [...(system === '' ? [] : [{ role: 'system' as const, content: system }]), ...messages],
        // OpenAI's newer models refuse the old name, and other servers do not know the new one.
        // oxlint-disable-next-line typescript/no-deprecated
        ...(connection.provider === 'openai' ? { max_completion_tokens: max } : { max_tokens: max }),
        ...(temperature !== undefined && { temperature }),
        ...(topP !== undefined && { top_p: topP }),
        // Nothing took its place.
        // oxlint-disable-next-line typescript/no-deprecated
        ...(seed !== undefined && { seed }),
        ...(structured && {
          tools: [
            {
              type: 'function' as const,
              function: {
                name: structured.name,
                description: structured.description,
                parameters: structured.schema as Record<string, unknown>,
              },
            },
          ],
          tool_choice: { type: 'function' as const, function: { name: structured.name } },
        }),
      },
      { signal: signal ?? null },
    );
  },

  read(body, structured) {
    const choices = isJsonObject(body) ? jsonObjectsIn(body['choices']) : [];
    const [choice] = choices;
    const message = choice?.['message'];
    if (choice === undefined || !isJsonObject(message)) return undefined;
    const stopReason = typeof choice['finish_reason'] === 'string' ? choice['finish_reason'] : '';
    const { content, refusal } = message;
    const refused = typeof refusal === 'string' && refusal !== '';
    return {
      ending: refused ? 'filtered' : (ENDINGS[stopReason] ?? 'unstated'),
      stopReason,
      text: typeof content === 'string' ? content : '',
      structured:
        structured === undefined ? [] : choices.flatMap((one) => argumentsIn(one['message'], structured.name)),
    };
  },
};

function argumentsIn(message: unknown, name: string): unknown[] {
  if (!isJsonObject(message)) return [];
  // Some servers still answer in the older form, in which there is a single call instead of a list.
  const single = isJsonObject(message['function_call']) ? [message['function_call']] : [];
  return [...jsonObjectsIn(message['tool_calls']).map((call) => call['function']), ...single].map((called) =>
    isJsonObject(called) && called['name'] === name && typeof called['arguments'] === 'string'
      ? called['arguments']
      : undefined,
  );
}
