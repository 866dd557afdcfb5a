import { describe, expect, it } from 'vitest';
import type { UnpricedEffect } from '../../../analytics/gateway/unpriced-effect-finder.ts';
import type { Price } from '../../../domain/models/price.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { PRICE_COMMANDS, type PriceCommandPorts } from '../../../operator/commands/traffic/price-commands.ts';
import type { RepricedAll } from '../../../operator/repricing/reprice-all.ts';

const NOW = new Date('2026-03-02T08:00:00.000Z');
const UNKNOWN: Price = { state: 'unpriced', reason: 'model_not_in_table', revision: 'r' };

function effectOf(model: string): UnpricedEffect {
  const scope = { organization_id: 'o', workspace_id: 'w', application_id: 'a', gateway_id: 'g', environment_id: 'e' };
  const about = { schema: 1, scope, purpose: 'application', logical_request_id: 'r', attempt_id: 'a' } as const;
  const called = { provider_id: 'p', provider_model: model, occurred_at: NOW.toISOString() };
  return { effectId: 'e', reason: 'rates_missing', basis: '{}', dimensions: { ...about, ...called } };
}

function run(
  asked: readonly (readonly [model: string, price: Price])[],
  outcome: Partial<RepricedAll> = {},
  typed: Readonly<Record<string, string>> = {},
): Promise<readonly CommandRow[]> {
  const reprice: PriceCommandPorts['reprice'] = (isDry, onAsked) => {
    expect(isDry).toBe(typed['dry-run'] !== undefined);
    for (const [model, price] of asked) onAsked(effectOf(model), price);
    return Promise.resolve({ asked: 0, priced: 0, isWhole: true, withoutBasis: [], ...outcome });
  };
  return PRICE_COMMANDS['prices reprice']!.run({ reprice }, typed, NOW);
}

describe('prices reprice', () => {
  it('shows a row for each outcome, reason, provider and model, the largest first', async () => {
    const priced = (nanos: string): Price => ({ state: 'priced', nanos, revision: 'r' });
    const asked = [
      ['x', UNKNOWN],
      ['y', priced('9000000000')],
      ['y', priced('1')],
    ] as const;
    expect(await run(asked)).toEqual([
      { outcome: 'priced', reason: 'rates_missing', provider: 'p', model: 'y', effects: '2', usd: '9.000000001' },
      {
        ...{ outcome: 'stays_unpriced', reason: 'model_not_in_table', provider: 'p', model: 'x', effects: '1' },
        why: 'a later table may have a price',
      },
    ]);
    expect(await run([['y', priced('0')]], {}, { 'dry-run': 'true' })).toMatchObject([
      { outcome: 'would_be_priced', usd: '0' },
    ]);
  });

  it('reports remaining calls, and shows nothing without unpriced calls', async () => {
    expect(await run([], { isWhole: false })).toEqual([
      { outcome: 'more_to_ask', why: 'the journal is full: run the command again' },
    ]);
    expect(await run([])).toEqual([]);
  });

  it('has one row for everything beyond a thousand', async () => {
    const rows = await run(Array.from({ length: 1_500 }, (_, index) => [`model-${index}`, UNKNOWN] as const));
    expect(rows).toHaveLength(1_001);
    expect(rows[0]).toMatchObject({ provider: '(others)', model: '(others)', effects: '500' });
  });
});
