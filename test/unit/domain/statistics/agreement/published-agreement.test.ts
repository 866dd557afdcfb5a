import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NORMAL_QUANTILES } from '../../../../../domain/statistics/confidence.ts';
import { cohenKappa, kappaInterval, type CohenKappa } from '../../../../../domain/statistics/agreement/cohen-kappa.ts';
import { fleissKappa } from '../../../../../domain/statistics/agreement/fleiss-kappa.ts';
import { krippendorffAlpha } from '../../../../../domain/statistics/agreement/krippendorff-alpha.ts';
import { findPublishedData } from '../../../../../testing/find-published-data.ts';
import { countLabels, toCountTable } from './count-labels.ts';

interface Oracles {
  readonly sas_table10: { table: number[][]; kappa: number; ase: number; ci95: [number, number] };
  readonly r_irr_anxiety: { ratings: number[][]; kappa2_raters_2_3: { unweighted: number } };
  readonly r_irr_diagnoses: { ratings: number[][]; fleiss_kappa: number };
  readonly randolph: readonly { table: number[][]; fleiss: number }[];
}

const { path, isPresent } = findPublishedData('published values of agreement', 'kappa-oracles');
const oracles = isPresent
  ? (JSON.parse(await readFile(join(path, 'statsmodels_inter_rater.json'), 'utf8')) as Oracles)
  : undefined;

const present = (table: number[][]): CohenKappa => {
  const kappa = cohenKappa(table);
  if (kappa.state === 'absent') throw new Error(kappa.reason);
  return kappa;
};

it.skipIf(!isPresent)('kappa, its error and its interval equal those of SAS (statsmodels, table 10)', () => {
  const { table, kappa, ase, ci95 } = (oracles as Oracles).sas_table10;
  const computed = present(table);
  const interval = kappaInterval(computed, NORMAL_QUANTILES['0.95'].twoSided);
  expect(computed.value.toFixed(4)).toBe(kappa.toFixed(4));
  expect(computed.standardError?.toFixed(3)).toBe(ase.toFixed(3));
  expect([interval?.lower.toFixed(4), interval?.upper.toFixed(4)]).toEqual(ci95.map((bound) => bound.toFixed(4)));
});

it.skipIf(!isPresent)('kappa equals that of R’s irr, kappa2, for the data anxiety (statsmodels)', () => {
  const { ratings, kappa2_raters_2_3: printed } = (oracles as Oracles).r_irr_anxiety;
  const pairs = ratings.map(([, second, third]) => [second as number, third as number] as const);
  expect(present(toCountTable(pairs)).value.toFixed(9)).toBe(printed.unweighted.toFixed(9));
});

it.skipIf(!isPresent)('Fleiss’ kappa equals that of R’s irr, kappam.fleiss, for Fleiss 1971 (statsmodels)', () => {
  const { ratings, fleiss_kappa: printed } = (oracles as Oracles).r_irr_diagnoses;
  const kappa = fleissKappa(countLabels(ratings));
  expect(kappa.state === 'present' && kappa.value.toFixed(7)).toBe(printed.toFixed(7));
});

it.skipIf(!isPresent)('Fleiss’ kappa equals that of Randolph’s calculator (statsmodels)', () => {
  const { randolph } = oracles as Oracles;
  const printed = randolph.map(({ fleiss }) => fleiss.toFixed(6));
  const kappas = randolph.map(({ table }) => fleissKappa(table.map((ratings) => ({ ratings, items: 1 }))));
  expect(kappas.map((kappa) => kappa.state === 'present' && kappa.value.toFixed(6))).toEqual(printed);
});

it.skipIf(!isPresent)(
  'two raters have Scott’s pi of Artstein and Poesio’s survey, and the resulting alpha (nltk)',
  async () => {
    const lines = (await readFile(join(path, 'artstein_poesio_example.txt'), 'utf8')).trim().split('\n');
    const labels = lines.map((line) => line.split('\t') as [string, string, string]);
    const numbers = [...new Set(labels.map(([, item]) => item))];
    const byItem = numbers.map((number) => labels.filter(([, item]) => item === number).map(([, , label]) => label));
    const items = countLabels(byItem);
    const pi = fleissKappa(items);
    expect(pi.state === 'present' && pi.value.toFixed(5)).toBe('0.79953');
    // With 200 ratings, alpha expects more disagreement by chance than the other coefficient, by a factor of 200/199.
    expect(krippendorffAlpha(items)).toEqual({
      state: 'present',
      value: expect.closeTo(1 - (1 - 0.7995322418977615) * (199 / 200), 12) as number,
    });
  },
);
