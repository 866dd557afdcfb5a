import {
  playbackCalls,
  openaiError,
  splitTextPieces,
  readPlayedRequest,
  type PlayedEvent,
  type Playback,
  type PlaybackAnswer,
} from '../shared/playback.ts';

export const playback: Playback = {
  readRequest: (body) => readPlayedRequest(body, { messages: 'messages', system: 'system' }),
  answer,
  stream: (spoken, { includesUsage }) => [
    ...chatChunks(spoken, includesUsage).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
    'data: [DONE]\n\n',
  ],
  count: undefined,
  error: openaiError,
};

function answer({
  id,
  model,
  recorded,
  forcedTool,
  inputTokens,
  outputTokens,
}: PlaybackAnswer): Record<string, unknown> {
  const calls = playbackCalls(recorded, forcedTool);
  const { ending = 'complete', text } = recorded;
  return {
    id,
    model,
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
}

function chatChunks(spoken: PlaybackAnswer, includesUsage: boolean): PlayedEvent[] {
  const { choices, usage, ...whole } = answer(spoken);
  const [{ message, finish_reason: reason } = {}] = choices as PlayedEvent[];
  const { content, tool_calls: calls = [] } = message as { content: string | null; tool_calls?: PlayedEvent[] };
  const chunk = (delta: PlayedEvent, finish: unknown = null): PlayedEvent => ({
    ...whole,
    object: 'chat.completion.chunk',
    created: 0,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...splitTextPieces(content ?? '').map((piece) => chunk({ content: piece })),
    ...calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
    chunk({}, reason),
    ...(includesUsage ? [{ ...chunk({}), choices: [], usage }] : []),
  ];
}
