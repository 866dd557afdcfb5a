import { Type } from 'typebox';
import type { Wire } from '../../../../../domain/models/model-call.ts';
import type { StructuredAnswer } from '../../../../../providers/protocols/shared/model-request.ts';

/** The answer of a model. */
export interface Said {
  readonly model: string;
  readonly text?: string;
  readonly call?: { readonly name: string; readonly arguments: unknown };
  readonly ending?: 'complete' | 'truncated' | 'filtered';
}

export const VERDICT: StructuredAnswer = {
  name: 'verdict',
  description: 'How the answer is graded.',
  schema: Type.Object({ passed: Type.Boolean() }, { additionalProperties: false }),
};

/** Usage of 20 input tokens, 4 of them from a cache, and 5 output tokens, in the form of each protocol. */
export const USAGE: Readonly<Record<Wire, unknown>> = {
  messages: { input_tokens: 16, cache_read_input_tokens: 4, cache_creation_input_tokens: 0, output_tokens: 5 },
  chat_completions: {
    prompt_tokens: 20,
    completion_tokens: 5,
    total_tokens: 25,
    prompt_tokens_details: { cached_tokens: 4 },
  },
  responses: {
    input_tokens: 20,
    input_tokens_details: { cached_tokens: 4 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 25,
  },
  generate_content: {
    promptTokenCount: 20,
    cachedContentTokenCount: 4,
    candidatesTokenCount: 5,
    totalTokenCount: 25,
  },
};

/** An answer in the provider's format. */
export function wireBody(wire: Wire, content: Said): Record<string, unknown> {
  const used = USAGE[wire];
  if (wire === 'generate_content')
    return { ...BODIES[wire](content), modelVersion: content.model, usageMetadata: used };
  return { ...BODIES[wire](content), model: content.model, usage: used };
}

const BODIES: Readonly<Record<Wire, (content: Said) => Record<string, unknown>>> = {
  messages: ({ text, call, ending }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...(call === undefined ? [] : [{ type: 'tool_use', id: 'tu_1', name: call.name, input: call.arguments }]),
    ],
    stop_reason: { complete: call ? 'tool_use' : 'end_turn', truncated: 'max_tokens', filtered: 'refusal' }[
      ending ?? 'complete'
    ],
  }),
  chat_completions: ({ text, call, ending }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text ?? null,
          ...(call && {
            tool_calls: [
              {
                id: 'call_1',
                type: 'function',
                function: { name: call.name, arguments: JSON.stringify(call.arguments) },
              },
            ],
          }),
        },
        finish_reason: { complete: 'stop', truncated: 'length', filtered: 'content_filter' }[ending ?? 'complete'],
      },
    ],
  }),
  responses: ({ text, call, ending }) => ({
    id: 'resp_1',
    object: 'response',
    status: (ending ?? 'complete') === 'complete' ? 'completed' : 'incomplete',
    incomplete_details: {
      complete: null,
      truncated: { reason: 'max_output_tokens' },
      filtered: { reason: 'content_filter' },
    }[ending ?? 'complete'],
    output: [
      ...(text === undefined
        ? []
        : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }]),
      ...(call === undefined
        ? []
        : [{ type: 'function_call', call_id: 'call_1', name: call.name, arguments: JSON.stringify(call.arguments) }]),
    ],
  }),
  generate_content: ({ text, call, ending }) => ({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            ...(text === undefined ? [] : [{ text }]),
            ...(call === undefined ? [] : [{ functionCall: { name: call.name, args: call.arguments } }]),
          ],
        },
        finishReason: { complete: 'STOP', truncated: 'MAX_TOKENS', filtered: 'SAFETY' }[ending ?? 'complete'],
        index: 0,
      },
    ],
    responseId: 'resp_1',
  }),
};
