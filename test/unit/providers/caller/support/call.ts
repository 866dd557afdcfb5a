import { onTestFinished, vi } from 'vitest';
import { WIRES, type Wire } from '../../../../../domain/models/model-call.ts';
import { loadPriceTable } from '../../../../../providers/prices/price-table.ts';
import { createModelCaller } from '../../../../../providers/caller/create-model-caller.ts';
import type { CallOutcome } from '../../../../../providers/caller/model-caller.ts';
import type { CallTarget, ModelRequest } from '../../../../../providers/protocols/shared/model-request.ts';

export const KEY = 'sk-test-0123456789abcdef';
export const NOW = new Date('2026-06-01T12:00:00.000Z');

/**
 * A connection for each protocol. Its model costs 1 and 5, 2 and 8, or 0.3 and 2.5 USD per million tokens in the price
 * table.
 */
export const TARGETS = {
  messages: { provider: 'anthropic', path: '', model: 'claude-haiku-4-5' },
  chat_completions: { provider: 'openai', path: '/v1', model: 'gpt-4.1-2025-04-14' },
  responses: { provider: 'openai', path: '/v1', model: 'gpt-4.1-2025-04-14' },
  generate_content: { provider: 'google', path: '', model: 'gemini-2.5-flash' },
} as const satisfies Record<Wire, unknown>;

export const EVERY_WIRE = WIRES.map((wire) => [wire] as const);

/** Makes one call over a protocol to an origin, with a caller that uses the packaged price table. */
export async function callOverWire(
  wire: Wire,
  origin: string,
  request: Partial<Omit<ModelRequest, 'connection'>> & { connection?: Partial<CallTarget> } = {},
): Promise<CallOutcome> {
  vi.stubEnv('A_PROVIDER_KEY', KEY);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { provider, path, model } = TARGETS[wire];
  const caller = createModelCaller(await loadPriceTable(), { now: () => NOW });
  return caller.call({
    callId: 'cell_1',
    model,
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'What is 6 × 7?' }],
    parameters: { max_output_tokens: 64 },
    timeoutMs: 10_000,
    ...request,
    connection: {
      provider,
      wire,
      endpoint: `${origin}${path}`,
      key: { kind: 'variable', name: 'A_PROVIDER_KEY' },
      ...request.connection,
    },
  });
}
