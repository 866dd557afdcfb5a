import {
  playbackCalls,
  openaiError,
  splitTextPieces,
  readPlayedRequest,
  playbackTexts,
  formatTypedEvents,
  type PlayedEvent,
  type Playback,
  type PlaybackAnswer,
} from '../shared/playback.ts';

export const playback: Playback = {
  readRequest: (body) => readPlayedRequest(body, { messages: 'input', system: 'instructions' }),
  answer,
  stream: (spoken) => formatTypedEvents(responseEvents(spoken)),
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
  const { ending = 'complete' } = recorded;
  const reason = { complete: undefined, truncated: 'max_output_tokens', filtered: 'content_filter' }[ending];
  return {
    id,
    model,
    object: 'response',
    created_at: 0,
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    output: [
      ...playbackTexts(recorded).map((text) => ({
        type: 'message',
        id: 'msg_1',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text, annotations: [] }],
      })),
      ...playbackCalls(recorded, forcedTool).map(({ name, input }) => ({
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
}

function responseEvents(spoken: PlaybackAnswer): PlayedEvent[] {
  const response = answer(spoken);
  const items = response['output'] as PlayedEvent[];
  const begun = { ...response, status: 'in_progress', output: [], usage: null };
  const events = [
    { type: 'response.created', response: begun },
    ...items.flatMap((item, index) => itemEvents({ id: `item_${index}`, ...item }, index)),
    { type: `response.${String(response['status'])}`, response },
  ];
  return events.map((event, sequence) => ({ ...event, sequence_number: sequence }));
}

function itemEvents(item: PlayedEvent, index: number): PlayedEvent[] {
  const place = { item_id: item['id'], output_index: index };
  const [part] = (item['content'] ?? []) as PlayedEvent[];
  const added = part === undefined ? { ...item, arguments: '' } : { ...item, content: [] };
  return [
    { type: 'response.output_item.added', output_index: index, item: added },
    ...(part === undefined ? argumentEvents(place, item) : textEvents({ ...place, content_index: 0 }, part)),
    { type: 'response.output_item.done', output_index: index, item },
  ];
}

function argumentEvents(place: PlayedEvent, item: PlayedEvent): PlayedEvent[] {
  const text = String(item['arguments']);
  return [
    ...splitTextPieces(text).map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
    { type: 'response.function_call_arguments.done', ...place, arguments: text },
  ];
}

function textEvents(place: PlayedEvent, part: PlayedEvent): PlayedEvent[] {
  const text = String(part['text']);
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    ...splitTextPieces(text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.content_part.done', ...place, part },
  ];
}
