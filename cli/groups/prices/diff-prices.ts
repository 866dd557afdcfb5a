import { resolve } from 'node:path';
import { waitForUpdate } from '@pydantic/genai-prices';
import { tableRevision } from '../../../providers/prices/table-revision.ts';
import type { Result } from '../../output/result.ts';
import { tableText, type Column } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { compareTables, type ModelChange, type RateChange } from './compare-tables.ts';
import { readPriceFile } from './read-price-file.ts';

export async function run({ cwd }: Context, { args: [path = ''] }: Input): Promise<Result> {
  const { providers, digest } = readPriceFile(resolve(cwd, path));
  const models = compareTables((await waitForUpdate()) ?? [], providers);
  const summary = summaryOf(models);
  return {
    kind: 'document',
    document: { older: await tableRevision(), newer: digest, summary, models },
    text: (screen) => (models.length === 0 ? '' : tableText(COLUMNS, models.flatMap(rowsOf), screen)),
    notes: [
      models.length === 0
        ? 'The file has the same prices as the embedded table.'
        : `models: ${summary.models_added} added, ${summary.models_removed} removed, ${summary.models_changed} changed; rates: ${summary.rates_raised} raised, ${summary.rates_lowered} lowered`,
    ],
  };
}

function summaryOf(models: readonly ModelChange[]) {
  const modelsWith = (change: ModelChange['change']): number => models.filter((one) => one.change === change).length;
  const ratesWith = (change: RateChange['change']): number =>
    models.reduce((sum, { rates }) => sum + rates.filter((one) => one.change === change).length, 0);
  return {
    models_added: modelsWith('added'),
    models_removed: modelsWith('removed'),
    models_changed: modelsWith('changed'),
    rates_raised: ratesWith('raised'),
    rates_lowered: ratesWith('lowered'),
  };
}

const COLUMNS: readonly Column[] = [
  { title: 'PROVIDER' },
  { title: 'MODEL', canShrink: true },
  { title: 'MODEL IS' },
  { title: 'RATE' },
  { title: 'FROM' },
  { title: 'OLD USD', isNumber: true },
  { title: 'NEW USD', isNumber: true },
  { title: 'CHANGE', isNumber: true },
];

function rowsOf({ provider, model, change, rates }: ModelChange): string[][] {
  if (rates.length === 0) return [[provider, model, change, 'no rates']];
  return rates.map((rate) => [
    provider,
    model,
    change,
    rate.above_input_tokens === 0 ? rate.rate : `${rate.rate} above ${rate.above_input_tokens}`,
    rate.from ?? (rate.hours === null ? 'always' : `daily ${rate.hours}`),
    rate.old_usd ?? 'none',
    rate.new_usd ?? 'none',
    changeText(rate),
  ]);
}

function changeText({ change, percent }: RateChange): string {
  if (percent === null) return change;
  return `${percent > 0 ? '+' : ''}${percent} %`;
}
