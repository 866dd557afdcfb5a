import fc from 'fast-check';

/** A usage before it is written in the form of a protocol. */
export interface Used {
  /** The index among the provider's models. */
  readonly model: number;
  readonly sent: number;
  readonly read: number;
  readonly written: number;
  readonly writtenFor1h: number;
  readonly audioSent: number;
  readonly answered: number;
  readonly thought: number;
  readonly audioAnswered: number;
  readonly searches: number;
  readonly compacted: number;
  /** The index of the name under which a protocol states the cached input. */
  readonly name: number;
  readonly tier: string | undefined;
  readonly speed: string | undefined;
  readonly geo: string | undefined;
  readonly fault: 'none' | 'unknown' | 'sum' | 'part';
}

const count = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(20_000) });
const sometimes = <Value>(...values: readonly Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: fc.constantFrom(...values) });

export const used: fc.Arbitrary<Used> = fc.record({
  model: fc.nat(10_000),
  sent: fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 190_000, max: 280_000 })),
  ...{ read: count, written: count, writtenFor1h: count, audioSent: count, audioAnswered: count, thought: count },
  answered: fc.integer({ min: 1, max: 30_000 }),
  searches: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(9) }),
  compacted: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
  ),
  name: fc.nat(3),
  tier: sometimes('default', 'standard', 'flex', 'priority', 'batch', 'scale', 'auto'),
  speed: sometimes('standard', 'fast'),
  geo: sometimes('global', 'not_available', 'us', 'eu'),
  fault: fc.oneof(
    { weight: 8, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom('unknown' as const, 'sum' as const, 'part' as const) },
  ),
});

export interface Written {
  readonly body: Readonly<Record<string, unknown>>;
  /** The usage of each call of a model. */
  readonly calls: readonly Readonly<Record<string, number>>[];
  readonly searches: number;
}

export type Wire = 'chat' | 'messages' | 'responses';

export const WRITERS: Readonly<Record<Wire, (model: string, values: Used, provider: string) => Written>> = {
  chat(model, values, provider) {
    const { sent, read, written, audioSent, answered, thought, audioAnswered, name, tier, fault } = values;
    const [input, output] = [sent + read + written + audioSent, answered + thought + audioAnswered];
    const names = [
      { prompt_tokens_details: { cached_tokens: read, cache_write_tokens: written, audio_tokens: audioSent } },
      { prompt_cache_hit_tokens: read, prompt_cache_miss_tokens: input - read },
      { cached_tokens: read },
      { num_cached_tokens: read },
    ];
    const usage = {
      prompt_tokens: input,
      prompt_tokens_details: { cache_write_tokens: written, audio_tokens: audioSent },
      ...names[name],
      completion_tokens: provider === 'x-ai' ? output - thought : output,
      completion_tokens_details: {
        reasoning_tokens: fault === 'part' ? output + 1 : thought,
        audio_tokens: audioAnswered,
      },
      total_tokens: input + output + (fault === 'sum' ? 1 : 0),
      ...(fault === 'unknown' && { hologram_tokens: 3 }),
    };
    // Gemini includes its reasoning tokens only in the total.
    const untold = provider === 'google' && fault === 'sum' ? 1 : 0;
    const call = {
      input,
      read,
      written,
      audioIn: audioSent,
      output: output + untold,
      thought,
      audioOut: audioAnswered,
    };
    const choices = [{ message: { content: 'Hello' } }];
    return { body: { model, choices, usage, service_tier: tier }, calls: [call], searches: 0 };
  },
  messages(model, values) {
    const { sent, read, written, answered, thought, searches, compacted, tier, speed, geo, fault } = values;
    const hour = Math.min(values.writtenFor1h, written);
    const output = answered + thought;
    const creation = { ephemeral_5m_input_tokens: written - hour, ephemeral_1h_input_tokens: hour };
    const message = {
      input_tokens: sent,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      cache_creation: creation,
      output_tokens: output,
    };
    const usage = {
      ...message,
      output_tokens_details: { thinking_tokens: fault === 'part' ? output + 1 : thought },
      server_tool_use: { web_search_requests: searches, web_fetch_requests: 2 },
      ...(compacted > 0 && {
        iterations: [
          { type: 'compaction', input_tokens: compacted, output_tokens: 10 },
          { type: 'message', ...message, input_tokens: fault === 'sum' ? sent + 1 : sent },
        ],
      }),
      ...{ service_tier: tier, speed, inference_geo: geo },
      ...(fault === 'unknown' && { server_tool_use: { holograms: 1 } }),
    };
    const calls = [{ input: sent + read + written, read, written, hour, output, thought }];
    if (compacted > 0) calls.push({ input: compacted, output: 10, read: 0, written: 0, hour: 0, thought: 0 });
    return { body: { model, content: [], usage }, calls, searches };
  },
  responses(model, values) {
    const { sent, read, written, answered, thought, searches, tier, fault } = values;
    const [input, output] = [sent + read + written, answered + thought];
    const usage = {
      input_tokens: input,
      input_tokens_details: { cached_tokens: read, cache_write_tokens: written },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: fault === 'part' ? output + 1 : thought },
      total_tokens: input + output + (fault === 'sum' ? 1 : 0),
      ...(fault === 'unknown' && { hologram_tokens: 3 }),
    };
    const item = { type: 'web_search_call', status: 'completed', action: { type: 'search' } };
    const items = [{ type: 'message', content: [] }, ...Array.from({ length: searches }, () => item)];
    return {
      body: { model, output: items, usage, service_tier: tier },
      calls: [{ input, read, written, output, thought }],
      searches,
    };
  },
};
