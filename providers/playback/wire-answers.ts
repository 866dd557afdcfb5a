import type { Wire } from '../../domain/models/model-call.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** What the playback provider says, before a wire words it. */
export interface SpokenAnswer {
  readonly id: string;
  readonly model: string;
  readonly recorded: RecordedAnswer;
  readonly forcedTool: string | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** An answer in the words of a wire. */
export function wireAnswer(wire: Wire, spoken: SpokenAnswer): Record<string, unknown> {
  return { id: spoken.id, model: spoken.model, ...BODIES[wire](spoken) };
}

/** An error in the words of a wire. */
export function wireError(wire: Wire, type: string, message: string): Record<string, unknown> {
  const error = { type, message };
  return wire === 'messages' ? { type: 'error', error } : { error: { ...error, code: type } };
}

const BODIES: Readonly<Record<Wire, (spoken: SpokenAnswer) => Record<string, unknown>>> = {
  messages: ({ recorded, forcedTool, inputTokens, outputTokens }) => {
    const calls = callsOf(recorded, forcedTool);
    const { ending = 'complete' } = recorded;
    const complete = calls.length > 0 ? 'tool_use' : 'end_turn';
    return {
      type: 'message',
      role: 'assistant',
      content: [
        ...textsOf(recorded).map((text) => ({ type: 'text', text })),
        ...calls.map(({ name, input }) => ({ type: 'tool_use', id: 'toolu_1', name, input })),
      ],
      stop_reason: { complete, truncated: 'max_tokens', filtered: 'refusal' }[ending],
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
    };
  },

  chat_completions: ({ recorded, forcedTool, inputTokens, outputTokens }) => {
    const calls = callsOf(recorded, forcedTool);
    const { ending = 'complete', text } = recorded;
    return {
      object: 'chat.completion',
      created: 0,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: text ?? null,
            ...(calls.length > 0 && {
              tool_calls: calls.map(({ name, input }) => ({
                id: 'call_1',
                type: 'function',
                function: { name, arguments: JSON.stringify(input) },
              })),
            }),
          },
          finish_reason: { complete: 'stop', truncated: 'length', filtered: 'content_filter' }[ending],
        },
      ],
      usage: {
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
    };
  },

  responses: ({ recorded, forcedTool, inputTokens, outputTokens }) => {
    const { ending = 'complete' } = recorded;
    const reason = { complete: undefined, truncated: 'max_output_tokens', filtered: 'content_filter' }[ending];
    return {
      object: 'response',
      created_at: 0,
      status: reason === undefined ? 'completed' : 'incomplete',
      incomplete_details: reason === undefined ? null : { reason },
      output: [
        ...textsOf(recorded).map((text) => ({
          type: 'message',
          id: 'msg_1',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text, annotations: [] }],
        })),
        ...callsOf(recorded, forcedTool).map(({ name, input }) => ({
          type: 'function_call',
          call_id: 'call_1',
          name,
          arguments: JSON.stringify(input),
        })),
      ],
      usage: {
        input_tokens: inputTokens,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: outputTokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: inputTokens + outputTokens,
      },
    };
  },
};

function textsOf({ text }: RecordedAnswer): string[] {
  return text === undefined ? [] : [text];
}

function callsOf({ structured }: RecordedAnswer, name: string | undefined): { name: string; input: unknown }[] {
  return structured === undefined || name === undefined ? [] : [{ name, input: structured }];
}
