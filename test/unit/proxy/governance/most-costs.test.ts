import { expect, it } from 'vitest';
import { MostCosts } from '../../../../proxy/governance/most-costs.ts';
import type { UsedUnits } from '../../../../providers/prices/price-usage.ts';

const CALL = {
  priceProvider: 'openai',
  model: 'gpt-5-mini',
  inputTokens: 65,
  outputTokens: 10,
  at: new Date('2026-03-02T08:00:00.000Z'),
};

/** Costs by a table of one nano-USD a token, with what the table was asked. */
function openCosts() {
  const asked: UsedUnits[] = [];
  const costs = new MostCosts({
    revision: 'test',
    price(used) {
      asked.push(used);
      const { input_tokens: input = 0, output_tokens: output = 0 } = used.units ?? {};
      if (used.model === 'unheard-of') return { state: 'unpriced', reason: 'model_not_in_table', revision: 'test' };
      return { state: 'priced', nanos: String(input + output), revision: 'test' };
    },
  });
  return { asked, costs };
}

it('rounds what is sent up, and asks the table once for calls that are alike', () => {
  const { asked, costs } = openCosts();
  expect([costs.of(CALL), costs.of({ ...CALL, inputTokens: 128 }), costs.of({ ...CALL, inputTokens: 64 })]).toEqual([
    138, 138, 74,
  ]);
  expect(asked).toHaveLength(2);
});

it('keeps what it knows for a minute, that there is no price too', () => {
  const { asked, costs } = openCosts();
  const at = (instant: string) => costs.of({ ...CALL, model: 'unheard-of', at: new Date(instant) });
  expect([at('2026-03-02T08:00:00.000Z'), at('2026-03-02T08:00:59.999Z')]).toEqual([undefined, undefined]);
  expect(asked).toHaveLength(1);
  at('2026-03-02T08:01:00.000Z');
  expect(asked).toHaveLength(2);
});

it('tells models, providers and answers apart', () => {
  const { asked, costs } = openCosts();
  for (const other of [{}, { model: 'gpt-5' }, { priceProvider: undefined }, { outputTokens: 11 }])
    costs.of({ ...CALL, ...other });
  expect(asked).toHaveLength(4);
});
