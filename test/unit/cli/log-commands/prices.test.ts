import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareTables } from '../../../../cli/groups/prices/compare-tables.ts';
import { findOffers, nearModels } from '../../../../providers/prices/find-offers.ts';
import { listRates } from '../../../../providers/prices/list-rates.ts';
import { PRICE_PACKAGE } from '../../../../providers/prices/table-revision.ts';
import { runTt } from '../../../../testing/cli/run-tt.ts';

const EXAMPLE = join(import.meta.dirname, '../../../../docs/cli/examples/newer-prices.json');
const NOW = new Date('2026-11-29T00:00:00Z');

describe('the embedded price table', () => {
  it('has the version of the installed package', () => {
    const entry = createRequire(import.meta.url).resolve(PRICE_PACKAGE.name);
    const { version } = JSON.parse(readFileSync(join(entry, '..', '..', 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(PRICE_PACKAGE.version).toBe(version);
  });

  it('lists rates with their units, steps of input and days', () => {
    const rates = listRates([
      { prices: { input_mtok: { base: 1.25, tiers: [{ start: 200_000, price: 2.5 }] }, web_searches_kcount: 10 } },
      { constraint: { type: 'start_date', start_date: '2026-08-05' }, prices: { audio_hours: 0.0000001 } },
      { constraint: { type: 'time_of_date', start_time: '06:00:00Z', end_time: '10:00:00Z' }, prices: {} },
    ]);
    const input = { rate: 'input_mtok', unit: 'input tokens', per: 1_000_000 };
    expect(rates).toEqual([
      {
        ...{ from: null, hours: null },
        rates: [
          { ...input, usd: '1.25', above_input_tokens: 0 },
          { ...input, usd: '2.5', above_input_tokens: 200_000 },
          { rate: 'web_searches_kcount', unit: 'web searches', per: 1_000, usd: '10', above_input_tokens: 0 },
        ],
      },
      {
        ...{ from: '2026-08-05', hours: null },
        rates: [{ rate: 'audio_hours', unit: 'audio hours', per: 1, usd: '0.0000001', above_input_tokens: 0 }],
      },
      { from: null, hours: '06:00:00Z to 10:00:00Z', rates: [] },
    ]);
  });

  it('offers a model at each provider, or at the named one', async () => {
    expect((await findOffers('gpt-5-mini', NOW)).map(({ provider }) => provider)).toEqual([
      'azure',
      'github-copilot',
      'openai',
    ]);
    const [offer, ...others] = await findOffers('openai/gpt-5-mini', NOW);
    expect([offer?.provider, offer?.model, offer?.prices.map((dated) => dated.is_in_force), others]).toEqual([
      'openai',
      'gpt-5-mini',
      [true],
      [],
    ]);
    expect(await findOffers('nobody/knows', NOW)).toEqual([]);
  });

  it('names near models', async () => {
    expect(await nearModels('claude-haiku-45')).toEqual(['claude-haiku-4-5']);
    expect(await nearModels('zzzzzzzz')).toEqual([]);
  });
});

it('compares tables by rate, in percent of the old amount', () => {
  const older = [
    { id: 'a', models: [{ id: 'same', prices: { input_mtok: 1 } }] },
    { id: 'b', models: [{ id: 'moved', prices: { input_mtok: 3, cache_read_mtok: 0, output_mtok: 4 } }] },
    { id: 'c', models: [{ id: 'gone', prices: { input_mtok: 1 } }] },
  ];
  const newer = [
    { id: 'a', models: [{ id: 'same', prices: { input_mtok: 1 } }] },
    { id: 'b', models: [{ id: 'moved', prices: { input_mtok: 4, cache_read_mtok: 1, web_searches_kcount: 2 } }] },
  ];
  const changes = compareTables(older, newer);
  expect(changes.map(({ provider, model, change }) => [provider, model, change])).toEqual([
    ['b', 'moved', 'changed'],
    ['c', 'gone', 'removed'],
  ]);
  expect(
    changes[0]?.rates.map(({ rate, change, old_usd: old, new_usd: next, percent }) => [
      rate,
      change,
      old,
      next,
      percent,
    ]),
  ).toEqual([
    ['input_mtok', 'raised', '3', '4', 33.33],
    ['cache_read_mtok', 'raised', '0', '1', null],
    ['output_mtok', 'removed', '4', null, null],
    ['web_searches_kcount', 'added', null, '2', null],
  ]);
});

it('tt prices diff reads the documented example', async () => {
  const { code, stdout } = await runTt(['prices', 'diff', EXAMPLE, '--json']);
  const { models, newer } = JSON.parse(stdout) as { models: ReturnType<typeof compareTables>; newer: string };
  const found = models.find(({ provider, model }) => provider === 'openai' && model === 'gpt-5-mini');
  const added = models.find(({ model }) => model === 'gpt-6-example');
  expect([code, newer.slice(0, 7), found?.change, found?.rates.map(({ percent }) => percent)]).toEqual([
    0,
    'sha256:',
    'changed',
    [-20, 25],
  ]);
  expect(
    added?.rates.map(({ rate, new_usd: usd, from, above_input_tokens: above }) => [rate, usd, from, above]),
  ).toEqual([
    ['input_mtok', '2', null, 0],
    ['output_mtok', '8', null, 0],
    ['output_mtok', '12', null, 200_000],
    ['input_mtok', '1.5', '2027-01-01', 0],
    ['output_mtok', '6', '2027-01-01', 0],
  ]);
});
