/** The protocols of the bench's streams. */
export type Wire = 'openai' | 'anthropic';

/** The form of a stream, which its prompt contains as JSON. */
export interface StreamPace {
  readonly frames: number;
  /** Milliseconds before each frame. */
  readonly everyMs: number;
}

/** The path and body of a call. */
export interface PlayedCall {
  readonly path: string;
  readonly body: string;
}

const PATHS = {
  openai: '/v1/chat/completions',
  anthropic: '/v1/messages',
} as const satisfies Record<Wire, string>;
const MODELS = { openai: 'gpt-5-mini', anthropic: 'claude-haiku-4-5' } as const satisfies Record<Wire, string>;

/** The answer to a call that is not a stream: 900 bytes. */
export const PLAIN_ANSWER = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: MODELS.openai,
    choices: [{ index: 0, message: { role: 'assistant', content: 'x'.repeat(650) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 200, completion_tokens: 100, total_tokens: 300 },
  }),
);

/** Prompts of plain calls that get a late or failed answer instead. */
export const LATE_PROMPT = 'late';
export const FAILED_PROMPT = 'failed';

/** The header of a stream with the time of its request. */
export const REQUESTED_AT_HEADER = 'x-asked-at';

/** A plain call. A different prompt is a different call for a cache. */
export function plainCall(prompt = 'x'.repeat(800)): PlayedCall {
  return callOf('openai', { messages: [{ role: 'user', content: prompt }] });
}

/** A call of a stream with this pace. */
export function streamedCall(wire: Wire, pace: StreamPace): PlayedCall {
  return callOf(wire, { stream: true, max_tokens: 1_000, messages: [{ role: 'user', content: JSON.stringify(pace) }] });
}

function callOf(wire: Wire, asked: object): PlayedCall {
  return { path: PATHS[wire], body: JSON.stringify({ model: MODELS[wire], ...asked }) };
}

export function findWire(path: string): Wire {
  return path === PATHS.anthropic ? 'anthropic' : 'openai';
}

/** Parses the prompt and the pace of a body. */
export function parsePlayedRequest(body: string): { readonly prompt: string; readonly pace: StreamPace | undefined } {
  const { stream, messages } = JSON.parse(body) as { stream?: boolean; messages: [{ content: string }] };
  const prompt = messages[0].content;
  return { prompt, pace: stream === true ? (JSON.parse(prompt) as StreamPace) : undefined };
}

/**
 * Microseconds of a clock that all processes of a machine share, so that the times in a stream show how long its frames
 * took.
 */
export function readSharedClockMicros(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** A frame of a stream, with its send time. */
export function writeFrame(wire: Wire, sentAt: number): string {
  const text = ` ${sentAt} `;
  if (wire === 'anthropic')
    return event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
  return data({ ...CHUNK, choices: [{ index: 0, delta: { content: text }, finish_reason: null }] });
}

/** The text before the frames of a stream. */
export function writeStreamStart(wire: Wire): string {
  if (wire === 'openai')
    return data({ ...CHUNK, choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }] });
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: MODELS.anthropic, content: [] };
  return (
    event({ type: 'message_start', message: { ...message, usage: { input_tokens: 200, output_tokens: 1 } } }) +
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
  );
}

/** The text after the frames of a stream. */
export function writeStreamEnd(wire: Wire, frames: number): string {
  if (wire === 'openai')
    return (
      data({ ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
      data({ ...CHUNK, choices: [], usage: { prompt_tokens: 200, completion_tokens: frames } }) +
      'data: [DONE]\n\n'
    );
  return (
    event({ type: 'content_block_stop', index: 0 }) +
    event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: frames } }) +
    event({ type: 'message_stop' })
  );
}

/** The send times of a stream's frames, from its text. */
export function parseSendTimes(text: string): number[] {
  return [...text.matchAll(/" (\d+) "/g)].map(([, micros]) => Number(micros));
}

/** The complete text of a stream with these send times of its frames. */
export function writeStream(wire: Wire, sentAt: readonly number[]): string {
  return (
    writeStreamStart(wire) +
    sentAt.map((micros) => writeFrame(wire, micros)).join('') +
    writeStreamEnd(wire, sentAt.length)
  );
}

const CHUNK = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: MODELS.openai } as const;

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function event(value: { readonly type: string; readonly [member: string]: unknown }): string {
  return `event: ${value.type}\n${data(value)}`;
}
