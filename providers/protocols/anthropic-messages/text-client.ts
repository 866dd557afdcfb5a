import Anthropic from '@anthropic-ai/sdk';
import { isJsonObject, jsonObjectsIn } from '../../json-parts.ts';
import type { TextAnswer, TextClient } from '../shared/text-client.ts';

const ENDINGS: Readonly<Record<string, TextAnswer['ending']>> = {
  end_turn: 'complete',
  stop_sequence: 'complete',
  tool_use: 'complete',
  max_tokens: 'truncated',
  model_context_window_exceeded: 'truncated',
  refusal: 'filtered',
  pause_turn: 'failed',
};

/** The client of Anthropic's Messages API. A structured answer is the input of a tool that the model has to use. */
export const textClient: TextClient = {
  send({ model, system, messages, parameters, structured, signal }, settings) {
    const { max_output_tokens: maxTokens, temperature, top_p: topP } = parameters;
    const sdk = new Anthropic({ ...settings, authToken: null, openTelemetry: false });
    return sdk.messages.create(
      {
        model,
        max_tokens: maxTokens,
        messages: [...messages],
        ...(system !== '' && { system }),
        ...(temperature !== undefined && { temperature }),
        ...(topP !== undefined && { top_p: topP }),
        ...(structured && {
          tools: [
            {
              name: structured.name,
              description: structured.description,
              input_schema: structured.schema as Anthropic.Tool.InputSchema,
            },
          ],
          tool_choice: { type: 'tool' as const, name: structured.name },
        }),
      },
      { signal },
    );
  },

  read(body, structured) {
    if (!isJsonObject(body) || !Array.isArray(body['content']) || typeof body['stop_reason'] !== 'string')
      return undefined;
    const stopReason = body['stop_reason'];
    const blocks = jsonObjectsIn(body['content']);
    const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => text);
    return {
      ending: ENDINGS[stopReason] ?? 'unstated',
      stopReason,
      text: texts.filter((text) => typeof text === 'string').join(''),
      structured: blocks
        .filter(({ type }) => structured !== undefined && type === 'tool_use')
        .map(({ input, name }) => (isJsonObject(input) && name === structured?.name ? input : undefined)),
    };
  },
};
