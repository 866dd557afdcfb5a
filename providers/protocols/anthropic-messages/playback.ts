import {
  playbackCalls,
  splitTextPieces,
  readPlayedRequest,
  playbackTexts,
  formatTypedEvents,
  type PlayedEvent,
  type Playback,
  type PlaybackAnswer,
} from '../shared/playback.ts';

export const playback: Playback = {
  readRequest: (body) => readPlayedRequest(body, { messages: 'messages', system: 'system' }),
  answer,
  stream: (spoken) => formatTypedEvents(messageEvents(spoken)),
  count: (tokens) => ({ input_tokens: tokens }),
  error: (type, message) => ({ type: 'error', error: { type, message } }),
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
  const { ending = 'complete' } = recorded;
  const complete = calls.length > 0 ? 'tool_use' : 'end_turn';
  return {
    id,
    model,
    type: 'message',
    role: 'assistant',
    content: [
      ...playbackTexts(recorded).map((text) => ({ type: 'text', text })),
      ...calls.map(({ name, input }) => ({ type: 'tool_use', id: 'toolu_1', name, input })),
    ],
    stop_reason: { complete, truncated: 'max_tokens', filtered: 'refusal' }[ending],
    usage: { input_tokens: inputTokens, output_tokens: outputTokens },
  };
}

function messageEvents(spoken: PlaybackAnswer): PlayedEvent[] {
  const { content, stop_reason: reason, usage, ...message } = answer(spoken);
  const { input_tokens: input, output_tokens: output } = usage as PlayedEvent;
  const blocks = content as PlayedEvent[];
  return [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, usage: { input_tokens: input, output_tokens: 1 } },
    },
    ...blocks.flatMap((block, index) => blockEvents(block, index)),
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: output } },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: PlayedEvent, index: number): PlayedEvent[] {
  const isText = block['type'] === 'text';
  const text = isText ? String(block['text']) : JSON.stringify(block['input']);
  return [
    {
      type: 'content_block_start',
      index,
      content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
    },
    ...splitTextPieces(text).map((piece) => ({
      type: 'content_block_delta',
      index,
      delta: isText ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece },
    })),
    { type: 'content_block_stop', index },
  ];
}
