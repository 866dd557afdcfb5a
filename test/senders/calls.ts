/** The usage of a call. Cached tokens are a part of the input, and reasoning tokens are a part of the output. */
export interface SentTokens {
  readonly input: number;
  readonly output: number;
  /** Absent if the provider does not count these tokens, which differs from 0. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

/** The kind of a provider's fault. */
export type SentFault = 'rate_limited' | 'failing' | 'bad_request' | 'not_found';

/** A call of an official client that every sender makes in sequence, and its true values. */
export interface SentCall {
  readonly wire: 'chat' | 'responses' | 'messages';
  /** The complete body of the request. */
  readonly body: Readonly<Record<string, unknown>> & { readonly model: string };
  /** The model that answers, or the requested model if no model answers. */
  readonly model: string;
  readonly streaming: boolean;
  /** Absent if the provider refuses the call, fails, or does not state the usage. */
  readonly tokens?: SentTokens;
  /** The usage that the beginning of a stream already states. */
  readonly begun?: SentTokens;
  /** The number of web searches that the provider made and bills. */
  readonly searches?: number;
  /** True if the call also consulted another model as an advisor. */
  readonly isAdvised?: boolean;
  /** The provider's name for the reason why the answer ended. */
  readonly ending?: string;
  readonly fault?: SentFault;
  /** The cost by the price table, in nano-USD; 0 if the call was refused, absent if unknown. */
  readonly nanos?: string;
}

/** The answer of the playback provider to all calls. */
export const PLAYBACK_ANSWER = {
  prompt: 'A poem',
  text: 'A poem of some length, so that it comes in several pieces.',
  usage: { input_tokens: 1_000, output_tokens: 200 },
};

const GPT = 'gpt-4o-mini';
const CLAUDE = 'claude-haiku-4-5';
const MESSAGES = [{ role: 'user', content: PLAYBACK_ANSWER.prompt }];
const TOKENS = { input: PLAYBACK_ANSWER.usage.input_tokens, output: PLAYBACK_ANSWER.usage.output_tokens };
const BEGUN = { ...TOKENS, output: 1 };
const GPT_ANSWERS = { model: GPT, tokens: TOKENS, ending: 'stop', nanos: '270000' };
const CLAUDE_ANSWERS = { model: CLAUDE, tokens: TOKENS, ending: 'end_turn', nanos: '2000000' };

const CHAT = { model: GPT, messages: MESSAGES };
const CHAT_STREAM = { ...CHAT, stream: true, stream_options: { include_usage: true } };
const MESSAGE = { model: CLAUDE, messages: MESSAGES, max_tokens: 500 };

/** Calls that represent the calls of any provider. They include two faults that no recording contains. */
export const SENT_CALLS: readonly SentCall[] = [
  { wire: 'chat', ...GPT_ANSWERS, streaming: false, body: CHAT },
  { wire: 'chat', ...GPT_ANSWERS, streaming: true, body: CHAT_STREAM },
  { wire: 'responses', ...GPT_ANSWERS, streaming: false, body: { model: GPT, input: PLAYBACK_ANSWER.prompt } },
  { wire: 'messages', ...CLAUDE_ANSWERS, streaming: false, body: MESSAGE },
  { wire: 'messages', ...CLAUDE_ANSWERS, streaming: true, begun: BEGUN, body: { ...MESSAGE, stream: true } },
  { wire: 'chat', model: GPT, streaming: false, fault: 'rate_limited', nanos: '0', body: CHAT },
  { wire: 'messages', model: CLAUDE, streaming: false, fault: 'failing', body: MESSAGE },
];

/** The provider that answers the calls of a wire format. */
export function wireProvider(wire: SentCall['wire']): 'openai' | 'anthropic' {
  return wire === 'messages' ? 'anthropic' : 'openai';
}
