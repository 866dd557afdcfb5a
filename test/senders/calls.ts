/** What a call used. What a cache held is a part of the input, and what was thought of the output. */
export interface SentTokens {
  readonly input: number;
  readonly output: number;
  /** Absent where the provider does not count them, which is not 0. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

/** How the provider goes wrong. */
export type SentFault = 'rate_limited' | 'failing' | 'bad_request' | 'not_found';

/** Calls of the official clients that every sender makes, one after the other, and what is true of each. */
export interface SentCall {
  readonly wire: 'chat' | 'responses' | 'messages';
  /** What is asked, whole. */
  readonly body: Readonly<Record<string, unknown>> & { readonly model: string };
  /** The model that answers; the one that was asked where none does. */
  readonly model: string;
  readonly streaming: boolean;
  /** Absent where the provider refuses it, or fails, or does not say. */
  readonly tokens?: SentTokens;
  /** What the beginning of a stream counts already. */
  readonly begun?: SentTokens;
  /** Searches of the web that the provider made, each of which it bills. */
  readonly searches?: number;
  /** Whether another model was asked for its advice on the way. */
  readonly isAdvised?: boolean;
  /** Why the answer ended, in the provider's word. */
  readonly ending?: string;
  readonly fault?: SentFault;
  /** What the table of prices says of it, in nano-USD; 0 where it was refused, absent where nobody knows. */
  readonly nanos?: string;
}

/** What the provider that plays back answers all of them. */
export const ANSWER = {
  prompt: 'A poem',
  text: 'A poem of some length, so that it comes in several pieces.',
  usage: { input_tokens: 1_000, output_tokens: 200 },
};

const GPT = 'gpt-4o-mini';
const CLAUDE = 'claude-haiku-4-5';
const MESSAGES = [{ role: 'user', content: ANSWER.prompt }];
const TOKENS = { input: ANSWER.usage.input_tokens, output: ANSWER.usage.output_tokens };
const BEGUN = { ...TOKENS, output: 1 };
const GPT_ANSWERS = { model: GPT, tokens: TOKENS, ending: 'stop', nanos: '270000' };
const CLAUDE_ANSWERS = { model: CLAUDE, tokens: TOKENS, ending: 'end_turn', nanos: '2000000' };

const CHAT = { model: GPT, messages: MESSAGES };
const CHAT_STREAM = { ...CHAT, stream: true, stream_options: { include_usage: true } };
const MESSAGE = { model: CLAUDE, messages: MESSAGES, max_tokens: 500 };

/** Calls that stand for those of any provider; both faults are among them, which nobody recorded. */
export const CALLS: readonly SentCall[] = [
  { wire: 'chat', ...GPT_ANSWERS, streaming: false, body: CHAT },
  { wire: 'chat', ...GPT_ANSWERS, streaming: true, body: CHAT_STREAM },
  { wire: 'responses', ...GPT_ANSWERS, streaming: false, body: { model: GPT, input: ANSWER.prompt } },
  { wire: 'messages', ...CLAUDE_ANSWERS, streaming: false, body: MESSAGE },
  { wire: 'messages', ...CLAUDE_ANSWERS, streaming: true, begun: BEGUN, body: { ...MESSAGE, stream: true } },
  { wire: 'chat', model: GPT, streaming: false, fault: 'rate_limited', nanos: '0', body: CHAT },
  { wire: 'messages', model: CLAUDE, streaming: false, fault: 'failing', body: MESSAGE },
];

/** Who answers the calls of a wire. */
export function providerOf(wire: SentCall['wire']): 'openai' | 'anthropic' {
  return wire === 'messages' ? 'anthropic' : 'openai';
}
