import type { UnpricedEffect } from '../../../analytics/gateway/unpriced-effect-finder.ts';
import { toDollars } from '../../../domain/insight/to-dollars.ts';
import type { Price } from '../../../domain/models/price.ts';
import type { RepricedAll } from '../../repricing/reprice-all.ts';
import { defineCommand, type Command, type CommandRow } from '../command.ts';
import { flag } from '../options.ts';

/** The ports of the price commands. */
export interface PriceCommandPorts {
  /** Looks up every unpriced effect in the price table of this version; a dry run writes nothing. */
  readonly reprice: (isDry: boolean, onAsked: (effect: UnpricedEffect, price: Price) => void) => Promise<RepricedAll>;
}

/** The maximum number of rows. Callers choose the names of models, so further models share one row. */
const MAX_ROWS = 1_000;
const OTHERS = '(others)';

/** Commands about prices, by `<noun> <verb>`. */
export const PRICE_COMMANDS: Readonly<Record<string, Command<PriceCommandPorts>>> = {
  'prices reprice': defineCommand({
    summary: 'prices unpriced calls, if the price table of this version has their price',
    options: { 'dry-run': flag('writes nothing, and shows which calls would get a price') },
    async run({ reprice }, { 'dry-run': isDry }) {
      const groups = new Groups(isDry ? 'would_be_priced' : 'priced');
      const { isWhole, withoutBasis } = await reprice(isDry, (effect, price) => groups.add(effect, price));
      const rest = withoutBasis.map(({ reason, provider, model, effects }) => ({
        outcome: 'stays_unpriced',
        ...{ reason: reason === '' ? 'unknown' : reason, provider, model, effects: String(effects) },
        why: 'no price table can determine its price',
      }));
      const more: CommandRow[] = isWhole
        ? []
        : [{ outcome: 'more_to_ask', why: 'the journal is full: run the command again' }];
      return [...groups.rows(), ...rest, ...more];
    },
  }),
};

interface Group {
  readonly outcome: string;
  readonly reason: string;
  readonly provider: string;
  readonly model: string;
  effects: number;
  nanos: bigint;
}

/** Effects after their lookup in the table, grouped by the result. */
class Groups {
  readonly #priced: string;
  readonly #groups = new Map<string, Group>();

  constructor(priced: string) {
    this.#priced = priced;
  }

  add({ reason, dimensions }: UnpricedEffect, price: Price): void {
    const isPriced = price.state === 'priced';
    const group = this.#groupOf({
      outcome: isPriced ? this.#priced : 'stays_unpriced',
      reason: isPriced ? reason : price.reason,
      provider: dimensions.provider_id,
      model: dimensions.provider_model,
    });
    group.effects += 1;
    if (isPriced) group.nanos += BigInt(price.nanos);
  }

  rows(): CommandRow[] {
    const all = [...this.#groups.values()].sort((one, other) => other.effects - one.effects);
    return all.map(({ effects, nanos, ...of }) => ({
      ...of,
      effects: String(effects),
      ...(of.outcome === this.#priced ? { usd: toDollars(String(nanos)) } : { why: 'a later table may have a price' }),
    }));
  }

  #groupOf(of: Omit<Group, 'effects' | 'nanos'>): Group {
    const isFull = this.#groups.size >= MAX_ROWS;
    const key = Object.values(of).join('\t');
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    if (isFull && of.model !== OTHERS) return this.#groupOf({ ...of, provider: OTHERS, model: OTHERS });
    const group = { ...of, effects: 0, nanos: 0n };
    this.#groups.set(key, group);
    return group;
  }
}
