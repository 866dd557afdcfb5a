import { describe, expect, it } from 'vitest';
import type { CalledEndpoint } from '../../../../domain/gateway/endpoints.ts';
import { governanceSettings } from '../../../../domain/gateway/governance/limit.ts';
import { loadPriceTable } from '../../../../providers/prices/price-table.ts';
import { CallNeeds } from '../../../../proxy/governance/call-needs.ts';

const prices = await loadPriceTable();
const SETTINGS = governanceSettings({ limits: [], assumed_output_tokens: 7_000 });
const AT = new Date('2026-03-02T08:00:00.000Z');

function needsOf(
  endpoint: CalledEndpoint,
  body: Readonly<Record<string, unknown>>,
  model = 'claude-haiku-4-5',
): CallNeeds {
  const asked = { model, streaming: false, body };
  const upstream = { priceProvider: 'anthropic' };
  return new CallNeeds({ asked, endpoint, upstream, admittedAt: AT }, SETTINGS, prices);
}

/** What is reserved beyond what is sent, which is all that an embedding comes to. */
function outputOf(endpoint: CalledEndpoint, members: Readonly<Record<string, unknown>>): number {
  const body = { ...members, messages: [{ role: 'user', content: 'Hello?' }] };
  return needsOf(endpoint, body).of('tokens') - needsOf('embeddings', body).of('tokens');
}

describe('the answer that is reserved', () => {
  it.each<[CalledEndpoint, Readonly<Record<string, unknown>>, number]>([
    ['messages', { max_tokens: 100, max_output_tokens: 1, max_completion_tokens: 1 }, 100],
    ['chat_completions', { max_tokens: 100_000, max_output_tokens: 1 }, 100_000],
    ['chat_completions', { max_tokens: 100, max_completion_tokens: 200 }, 200],
    ['chat_completions', { max_tokens: 200, max_completion_tokens: 100 }, 200],
    ['chat_completions', { max_completion_tokens: 100, max_tokens: null }, 100],
    ['responses', { max_output_tokens: 100, max_tokens: 1, max_completion_tokens: 1 }, 100],
    // What is no number of tokens may be none to its provider either.
    ['chat_completions', { max_tokens: 1, max_completion_tokens: 2_000_000_000 }, 7_000],
    ['responses', { max_tokens: 1 }, 7_000],
    ['messages', { max_tokens: '1' }, 7_000],
    ['chat_completions', { max_tokens: 10, n: 3 }, 30],
  ])('is what the member of its endpoint allows: %s %j', (endpoint, members, most) => {
    expect(outputOf(endpoint, members)).toBe(most);
  });
});

describe('the money that is reserved', () => {
  /** At 1, 1.25 and 2 USD a million. */
  const marked = (cache_control: object | null) => ({
    max_tokens: 1_000,
    messages: [{ role: 'user', content: 'x'.repeat(3_000), cache_control }],
  });
  it.each<[string, object | null, number]>([
    ['what is sent', null, 1_000],
    ['what is written to a cache', { type: 'ephemeral' }, 1_250],
    ['what is written to a cache for an hour', { type: 'ephemeral', ttl: '1h' }, 2_000],
  ])('has the price of %s', (_, control, nanos) => {
    const needs = needsOf('messages', marked(control));
    const sent = needs.of('tokens') - 1_000;
    expect(sent).toBeGreaterThan(1_000);
    expect(needs.of('nano_usd')).toBe(sent * nanos + 1_000 * 5_000);
  });

  it('has the price of what is sent where a model has none for writes', () => {
    const needs = needsOf('messages', marked({ type: 'ephemeral', ttl: '1h' }), 'claude-2');
    expect(needs.of('nano_usd')).toBe((needs.of('tokens') - 1_000) * 8_000 + 1_000 * 24_000);
  });
});
