import { isJsonObject, jsonObjectsIn } from '../../json-parts.ts';
import type { PathCall } from './protocol-paths.ts';

/** The playback provider's side of a protocol. */
export interface Playback {
  /** Reads a request; undefined for a body that is not a request of the protocol. */
  readonly readRequest: (
    body: unknown,
    named: PathCall | undefined,
    query: string | undefined,
  ) => PlayedRequest | undefined;
  readonly answer: (spoken: PlaybackAnswer) => Record<string, unknown>;
  /** The same answer as the texts of its server-sent events or of the pieces of its JSON list. */
  readonly stream: (spoken: PlaybackAnswer, asked: Pick<PlayedRequest, 'includesUsage' | 'isListed'>) => string[];
  /** The answer to a count of tokens; undefined if the protocol has none. */
  readonly count: ((tokens: number) => Record<string, unknown>) | undefined;
  readonly error: (type: string, message: string, status: number) => Record<string, unknown>;
}

/** The members of a request that playback needs, in any protocol. */
export interface PlayedRequest {
  readonly model: string;
  /** The complete input of the model, for counting tokens. */
  readonly sent: string;
  /** The last user message. */
  readonly prompt: string;
  /** The tool or function that the model has to use. */
  readonly forcedTool: string | undefined;
  readonly streaming: boolean;
  /** True if a stream of Chat Completions states its usage at its end. */
  readonly includesUsage: boolean;
  /** True if a stream comes as a JSON list in place of server-sent events. */
  readonly isListed: boolean;
}

/** An answer of the playback provider, before a protocol gives it its form. */
export interface PlaybackAnswer {
  readonly id: string;
  readonly model: string;
  readonly recorded: PlaybackText;
  readonly forcedTool: string | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The recorded text of an answer. */
export interface PlaybackText {
  readonly text?: string;
  /** The arguments of the forced tool. */
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly ending?: 'complete' | 'truncated' | 'filtered';
}

/** An event of a stream. */
export type PlayedEvent = Readonly<Record<string, unknown>>;

/** The number of characters in one piece. */
const PIECE = /[^]{1,16}/g;

/** Reads a request whose messages and system text are the members of these names. */
export function readPlayedRequest(
  body: unknown,
  names: { messages: string; system: string },
): PlayedRequest | undefined {
  if (!isJsonObject(body) || typeof body['model'] !== 'string') return undefined;
  const input = body[names.messages];
  const messages = (typeof input === 'string' ? [{ role: 'user', content: input }] : jsonObjectsIn(input)).map(
    ({ role, content }) => ({
      role,
      text: textOf(content),
    }),
  );
  const prompt = messages.findLast(({ role }) => role === 'user')?.text;
  if (prompt === undefined) return undefined;
  const system = textOf(body[names.system]);
  return {
    model: body['model'],
    sent: [system, ...messages.map(({ text }) => text)].join('\n'),
    prompt,
    forcedTool: forcedToolOf(body['tool_choice']),
    streaming: body['stream'] === true,
    includesUsage: isJsonObject(body['stream_options']) && body['stream_options']['include_usage'] === true,
    isListed: false,
  };
}

/** The text of a content: the content itself, or the joined texts of its blocks. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = jsonObjectsIn(content).map(({ text }) => text);
  return texts.filter((text) => typeof text === 'string').join('');
}

function forcedToolOf(choice: unknown): string | undefined {
  if (!isJsonObject(choice)) return undefined;
  const named = isJsonObject(choice['function']) ? choice['function']['name'] : choice['name'];
  return typeof named === 'string' ? named : undefined;
}

export function playbackTexts({ text }: PlaybackText): string[] {
  return text === undefined ? [] : [text];
}

export function playbackCalls(
  { structured }: PlaybackText,
  name: string | undefined,
): { name: string; input: unknown }[] {
  return structured === undefined || name === undefined ? [] : [{ name, input: structured }];
}

/** Events with an `event:` line each, as Anthropic's Messages and OpenAI's Responses send them. */
export function formatTypedEvents(events: readonly PlayedEvent[]): string[] {
  return events.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`);
}

export function splitTextPieces(text: string): string[] {
  return text.match(PIECE) ?? [];
}

/** An error in the form of OpenAI's protocols. */
export function openaiError(type: string, message: string): Record<string, unknown> {
  return { error: { type, message, code: type } };
}
