import { describe, expect, it } from 'vitest';
import { receiveEvents, type ReceivedEvents } from '../../../../../contracts/ingest/received/receive-events.ts';
import { withTableCosts } from '../../../../../contracts/ingest/received/with-table-costs.ts';
import type { CallPrices } from '../../../../../domain/models/call-prices.ts';
import { makeKnownCallEvents } from '../../../../../testing/ingest/make-known-call-events.ts';

const revision = 'table 7';
const prices: CallPrices = {
  priceOf: ({ provider, model, tokens }) =>
    tokens === undefined
      ? { state: 'unpriced', reason: 'usage_unknown', revision }
      : { state: 'priced', nanos: `${provider.length}${model.length}${tokens.input + tokens.output}`, revision },
};
const environment = {
  ...{ organizationId: 'org_1', workspaceId: 't_1', applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' },
};

async function received(events: readonly object[]): Promise<ReceivedEvents> {
  const items = withTableCosts(
    events.map((event, index) => ({ index, events: [event] })),
    prices,
  );
  const wanted = { request: false, response: false };
  return receiveEvents(items, { environment, receivedAt: new Date(0), wanted, takesStatedCosts: false });
}

function costsIn({ lines }: ReceivedEvents): unknown[] {
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return events
    .filter(({ event }) => event === 'cost_effect')
    .map(({ effect_kind, price_state, nanos, estimated, price_revision }) =>
      [effect_kind, price_state, nanos, estimated, price_revision].filter((member) => member !== undefined),
    );
}

const call = (change: Partial<Parameters<typeof makeKnownCallEvents>[0]> = {}) =>
  makeKnownCallEvents({
    ...{ id: 'r', provider: 'openai', model: 'gpt', totalMs: 5, streaming: false, isAnswered: true },
    ...{ startedMs: Date.UTC(2026, 0, 1), tokens: { input: 30, output: 4 }, price: { nanos: '999' } },
    ...change,
  });
const [, attempt, settlement] = call();
const effect = (change: object) => ({ ...settlement!, ...change });

describe('if no stated cost counts', () => {
  const byTable = ['settlement', 'priced', '6334', true, revision];
  const unpriced = ['settlement', 'unpriced', revision];

  it.each<[string, object[], unknown[]]>([
    ['has the price of the table', call(), byTable],
    ['also has it if its stated cost is zero', call({ price: { nanos: '0' } }), byTable],
    [
      'also has it if its dimensions are longer than those of a line',
      [
        { ...attempt!, dimensions: { user: 'a'.repeat(200) } },
        effect({ dimensions: { user: 'a'.repeat(200), 'tag.A': 'x' } }),
      ],
      byTable,
    ],
    ['has no price without its attempt', [settlement!], unpriced],
    ['has no table', [attempt!, effect({ price_revision: 'mine', estimated: false })], byTable],
    ['has no attempt from another request', [{ ...attempt!, logical_request_id: 'other' }, settlement!], unpriced],
    [
      'remains free if its attempt had no output',
      call({ isAnswered: false, tokens: undefined, price: { nanos: '0' } }),
      ['settlement', 'priced', '0', true, revision],
    ],
    [
      'remains free if its attempt has no token counts',
      [
        ...[{ ...attempt!, output_state: 'none', input_tokens: 0, output_tokens: 0, total_tokens: 0 }],
        effect({ nanos: '0' }),
      ],
      ['settlement', 'priced', '0', true, revision],
    ],
    [
      'is not free if tokens were used without output',
      [{ ...attempt!, output_state: 'none' }, effect({ nanos: '0' })],
      byTable,
    ],
  ])('a settlement %s', async (_name, events, cost) => {
    const answer = await received(events);
    expect(costsIn(answer)).toEqual([cost]);
    expect([answer.accepted, answer.ignoredCosts, answer.refused]).toEqual([events.length, 1, 0]);
  });

  it('a settlement without an amount is stored unchanged', async () => {
    const answer = await received([attempt!, effect({ price_state: 'pending', nanos: undefined })]);
    expect([costsIn(answer), answer.ignoredCosts]).toEqual([[['settlement', 'pending']], 0]);
  });

  it.each([
    ['an adjustment', { effect_kind: 'adjustment', price_state: undefined, nanos: '-5' }],
    ['a transition to a price', { effect_kind: 'price_transition', previous_price_state: 'pending' }],
  ])('%s is skipped', async (_name, change) => {
    const answer = await received([effect(change)]);
    expect([answer.lines, answer.ignored, answer.ignoredCosts, answer.refused]).toEqual([[], 1, 1, 0]);
  });

  it('a transition without a price is stored', async () => {
    const change = { effect_kind: 'price_transition', previous_price_state: 'pending', price_state: 'unpriced' };
    expect((await received([effect({ ...change, nanos: undefined })])).accepted).toBe(1);
  });

  it.each([
    ['an invalid amount', { nanos: '1.5' }],
    ['a negative price', { nanos: '-1' }],
    ['no time', { occurred_at: 'soon' }],
    ['a provider that is not text', { provider_id: 7 }],
    ['a scope of another environment', { scope: { organization_id: 'org_2', workspace_id: 't_2' } }],
  ])('events that cannot be stored are refused for their content: %s', async (_name, change) => {
    const answer = await received([effect(change)]);
    expect([answer.accepted, answer.refused, answer.ignoredCosts]).toEqual([0, 1, 0]);
  });
});
