import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';

/**
 * The totals of cost effects. A transition subtracts one effect from the earlier state and adds one to the later state.
 */
export interface Spend {
  readonly nanos: bigint;
  readonly settledNanos: bigint;
  readonly priced: number;
  readonly pending: number;
  readonly unpriced: number;
  readonly estimated: number;
  readonly estimateUnknown: number;
  readonly adjustments: number;
}

export function computeSpend(effects: readonly CostEffect[]): Spend {
  const isAdjustment = ({ effect_kind: kind }: CostEffect): boolean => kind === 'adjustment';
  const becomes = (state: string): CostEffect[] => effects.filter((effect) => effect.price_state === state);
  const leaves = (state: string): CostEffect[] => effects.filter((effect) => effect.previous_price_state === state);
  const inState = (state: string): number => becomes(state).length - leaves(state).length;
  return {
    nanos: total(effects),
    settledNanos: total(effects.filter((effect) => !isAdjustment(effect))),
    priced: inState('priced'),
    pending: inState('pending'),
    unpriced: inState('unpriced'),
    estimated: becomes('priced').filter((effect) => effect.estimated === true).length,
    estimateUnknown: becomes('priced').filter((effect) => effect.estimated === undefined).length,
    adjustments: effects.filter(isAdjustment).length,
  };
}

/** True if a cost is known to exist but its amount is unknown, for an effect or for one of the attempts. */
export function isPriceUnknown({ priced, pending, unpriced }: Spend, attempts: number): boolean {
  return pending > 0 || unpriced > 0 || priced + pending + unpriced < attempts;
}

/** The number of effects without price transitions, because a price that becomes known later is not another effect. */
export function countedEffects(effects: readonly CostEffect[]): number {
  return effects.filter((effect) => effect.effect_kind !== 'price_transition').length;
}

function total(effects: readonly CostEffect[]): bigint {
  return effects.map((effect) => BigInt(effect.nanos ?? '0')).reduce((sum, nanos) => sum + nanos, 0n);
}
