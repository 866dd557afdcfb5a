import OpenAI from 'openai';
import { isJsonObject, jsonObjectsIn } from '../../json-parts.ts';
import type { TextAnswer, TextClient } from '../shared/text-client.ts';

/**
 * The client of OpenAI's Responses, whose requests ask not to be stored. A structured answer is the call of a function
 * that the model has to make.
 */
export const textClient: TextClient = {
  send({ model, system, messages, parameters, structured, signal }, settings) {
    const { max_output_tokens: max, temperature, top_p: topP } = parameters;
    const sdk = new OpenAI({ ...settings, organization: null, project: null });
    return sdk.responses.create(
      {
        model,
        store: false,
        ...(system !== '' && { instructions: system }),
        input: [...messages],
        max_output_tokens: max,
        ...(temperature !== undefined && { temperature }),
        ...(topP !== undefined && { top_p: topP }),
        ...(structured && {
          tools: [
            {
              type: 'function' as const,
              name: structured.name,
              description: structured.description,
              parameters: structured.schema as Record<string, unknown>,
              strict: false,
            },
          ],
          tool_choice: { type: 'function' as const, name: structured.name },
        }),
      },
      { signal: signal ?? null },
    );
  },

  read(body, structured) {
    if (!isJsonObject(body) || !Array.isArray(body['output']) || typeof body['status'] !== 'string') return undefined;
    const items = jsonObjectsIn(body['output']);
    const parts = items.filter(({ type }) => type === 'message').flatMap(({ content }) => jsonObjectsIn(content));
    const texts = parts.filter(({ type }) => type === 'output_text').map(({ text }) => text);
    const reason = isJsonObject(body['incomplete_details']) ? body['incomplete_details']['reason'] : undefined;
    const refused = parts.some(({ type }) => type === 'refusal');
    return {
      ending: refused ? 'filtered' : endingOf(body['status'], reason),
      stopReason: typeof reason === 'string' ? reason : body['status'],
      text: texts.filter((text) => typeof text === 'string').join(''),
      structured: items
        .filter(({ type }) => structured !== undefined && type === 'function_call')
        .map(({ arguments: json, name, status }) =>
          typeof json === 'string' && name === structured?.name && isComplete(status) ? json : undefined,
        ),
    };
  },
};

/** True if the status of a call is `completed`, or if the provider states no status. */
function isComplete(status: unknown): boolean {
  return status === undefined || status === null || status === 'completed';
}

function endingOf(status: string, reason: unknown): TextAnswer['ending'] {
  if (status === 'completed') return 'complete';
  if (status !== 'incomplete') return 'failed';
  return reason === 'content_filter' ? 'filtered' : 'truncated';
}
