import type { Wire } from '../../domain/models/model-call.ts';
import { wireAnswer, type SpokenAnswer } from './wire-answers.ts';

type Event = Readonly<Record<string, unknown>>;

/** How many characters come in one piece. */
const PIECE = /[^]{1,16}/g;

/** The same answer as a stream: server-sent events, each a text of its own, in the words of a wire. */
export function wireStream(wire: Wire, spoken: SpokenAnswer, includesUsage: boolean): string[] {
  if (wire === 'chat_completions') {
    const chunks = chatChunks(spoken, includesUsage).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    return [...chunks, 'data: [DONE]\n\n'];
  }
  const events = wire === 'messages' ? messageEvents(spoken) : responseEvents(spoken);
  return events.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`);
}

function messageEvents(spoken: SpokenAnswer): Event[] {
  const { content, stop_reason: reason, usage, ...message } = wireAnswer('messages', spoken);
  const { input_tokens: input, output_tokens: output } = usage as Event;
  const blocks = content as Event[];
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

function blockEvents(block: Event, index: number): Event[] {
  const isText = block['type'] === 'text';
  const text = isText ? String(block['text']) : JSON.stringify(block['input']);
  return [
    {
      type: 'content_block_start',
      index,
      content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
    },
    ...piecesOf(text).map((piece) => ({
      type: 'content_block_delta',
      index,
      delta: isText ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece },
    })),
    { type: 'content_block_stop', index },
  ];
}

function chatChunks(spoken: SpokenAnswer, includesUsage: boolean): Event[] {
  const { choices, usage, ...answer } = wireAnswer('chat_completions', spoken);
  const [{ message, finish_reason: reason } = {}] = choices as Event[];
  const { content, tool_calls: calls = [] } = message as { content: string | null; tool_calls?: Event[] };
  const chunk = (delta: Event, finish: unknown = null): Event => ({
    ...answer,
    object: 'chat.completion.chunk',
    created: 0,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...piecesOf(content ?? '').map((piece) => chunk({ content: piece })),
    ...calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
    chunk({}, reason),
    ...(includesUsage ? [{ ...chunk({}), choices: [], usage }] : []),
  ];
}

function responseEvents(spoken: SpokenAnswer): Event[] {
  const response = wireAnswer('responses', spoken);
  const items = response['output'] as Event[];
  const begun = { ...response, status: 'in_progress', output: [], usage: null };
  const events = [
    { type: 'response.created', response: begun },
    ...items.flatMap((item, index) => itemEvents({ id: `item_${index}`, ...item }, index)),
    { type: `response.${String(response['status'])}`, response },
  ];
  return events.map((event, sequence) => ({ ...event, sequence_number: sequence }));
}

function itemEvents(item: Event, index: number): Event[] {
  const place = { item_id: item['id'], output_index: index };
  const [part] = (item['content'] ?? []) as Event[];
  const added = part === undefined ? { ...item, arguments: '' } : { ...item, content: [] };
  return [
    { type: 'response.output_item.added', output_index: index, item: added },
    ...(part === undefined ? argumentEvents(place, item) : textEvents({ ...place, content_index: 0 }, part)),
    { type: 'response.output_item.done', output_index: index, item },
  ];
}

function argumentEvents(place: Event, item: Event): Event[] {
  const text = String(item['arguments']);
  return [
    ...piecesOf(text).map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
    { type: 'response.function_call_arguments.done', ...place, arguments: text },
  ];
}

function textEvents(place: Event, part: Event): Event[] {
  const text = String(part['text']);
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    ...piecesOf(text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.content_part.done', ...place, part },
  ];
}

function piecesOf(text: string): string[] {
  return text.match(PIECE) ?? [];
}
