/** Calls of the official clients that every sender makes, one after the other, and what is true of each. */
export interface SentCall {
  readonly wire: 'chat' | 'responses' | 'messages';
  readonly model: string;
  readonly streaming: boolean;
  /** Absent where the provider refuses it, or fails. */
  readonly tokens?: { readonly input: number; readonly output: number };
  /** How the provider goes wrong. */
  readonly fault?: 'rate_limited' | 'failing';
  /** What the table of prices says of it, in nano-USD; 0 where it was refused, absent where nobody knows. */
  readonly nanos?: string;
}

const GPT = { model: 'gpt-4o-mini', tokens: { input: 1_000, output: 200 }, nanos: '270000' } as const;
const CLAUDE = { model: 'claude-haiku-4-5', tokens: { input: 1_000, output: 200 }, nanos: '2000000' } as const;

export const CALLS: readonly SentCall[] = [
  { wire: 'chat', ...GPT, streaming: false },
  { wire: 'chat', ...GPT, streaming: true },
  { wire: 'responses', ...GPT, streaming: false },
  { wire: 'messages', ...CLAUDE, streaming: false },
  { wire: 'messages', ...CLAUDE, streaming: true },
  { wire: 'chat', model: GPT.model, streaming: false, fault: 'rate_limited', nanos: '0' },
  { wire: 'messages', model: CLAUDE.model, streaming: false, fault: 'failing' },
];

/** What the provider that plays back answers all of them. */
export const ANSWER = {
  prompt: 'A poem',
  text: 'A poem of some length, so that it comes in several pieces.',
  usage: { input_tokens: GPT.tokens.input, output_tokens: GPT.tokens.output },
};
