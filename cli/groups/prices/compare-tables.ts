import { listRates, type ListedRate } from '../../../providers/prices/list-rates.ts';
import type { PricedProvider } from './read-price-file.ts';

/** The change of a rate from one table to the next. */
export interface RateChange extends Omit<ListedRate, 'usd'> {
  readonly from: string | null;
  readonly hours: string | null;
  readonly change: 'added' | 'removed' | 'raised' | 'lowered';
  /** US dollars; null if the older table has no such rate. */
  readonly old_usd: string | null;
  /** US dollars; null if the newer table has no such rate. */
  readonly new_usd: string | null;
  /** The change in percent of the old amount, to two places; null without an old amount, and for the old amount 0. */
  readonly percent: number | null;
}

/** The change of a model from one table to the next. */
export interface ModelChange {
  readonly provider: string;
  readonly model: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly rates: readonly RateChange[];
}

/** The models that two price tables describe differently, by provider and model. */
export function compareTables(older: readonly PricedProvider[], newer: readonly PricedProvider[]): ModelChange[] {
  const [before, after] = [modelsOf(older), modelsOf(newer)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key): ModelChange[] => {
    const [old, next] = [before.get(key), after.get(key)];
    const { provider, model } = (old ?? next) as PricedModel;
    const rates = compareRates(old?.rates ?? new Map(), next?.rates ?? new Map());
    if (old !== undefined && next !== undefined)
      return rates.length === 0 ? [] : [{ provider, model, change: 'changed', rates }];
    return [{ provider, model, change: old === undefined ? 'added' : 'removed', rates }];
  });
}

type PlacedRate = Omit<RateChange, 'change' | 'old_usd' | 'new_usd' | 'percent'> & { readonly usd: string };

interface PricedModel {
  readonly provider: string;
  readonly model: string;
  readonly rates: ReadonlyMap<string, PlacedRate>;
}

function modelsOf(providers: readonly PricedProvider[]): Map<string, PricedModel> {
  const models = providers.flatMap(({ id: provider, models: listed }) =>
    listed.map(({ id: model, prices }): [string, PricedModel] => [
      `${provider}\n${model}`,
      { provider, model, rates: placedRates(prices) },
    ]),
  );
  return new Map(models);
}

function placedRates(prices: PricedProvider['models'][number]['prices']): Map<string, PlacedRate> {
  const rates = listRates(prices).flatMap(({ from, hours, rates: listed }) =>
    listed.map((rate): [string, PlacedRate] => [
      JSON.stringify([from, hours, rate.rate, rate.above_input_tokens]),
      { ...rate, from, hours },
    ]),
  );
  return new Map(rates);
}

function compareRates(before: ReadonlyMap<string, PlacedRate>, after: ReadonlyMap<string, PlacedRate>): RateChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, next] = [before.get(key), after.get(key)];
    if (old?.usd === next?.usd) return [];
    const { usd: _usd, ...rate } = (next ?? old) as PlacedRate;
    return [{ ...rate, ...changeOf(old?.usd, next?.usd) }];
  });
}

type Change = Pick<RateChange, 'change' | 'old_usd' | 'new_usd' | 'percent'>;

function changeOf(old: string | undefined, next: string | undefined): Change {
  if (old === undefined) return { change: 'added', old_usd: null, new_usd: next ?? null, percent: null };
  if (next === undefined) return { change: 'removed', old_usd: old, new_usd: null, percent: null };
  const [was, is] = [Number(old), Number(next)];
  return {
    change: is > was ? 'raised' : 'lowered',
    old_usd: old,
    new_usd: next,
    percent: was === 0 ? null : percentOf(was, is),
  };
}

function percentOf(was: number, is: number): number {
  return Math.round(((is - was) / was) * 10_000) / 100;
}
