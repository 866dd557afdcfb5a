import { toMoney, type Money } from '../money.ts';
import { MEASUREMENT_KINDS, type MeasurementKind, type SpendKind } from './measurement-kinds.ts';

/** The cost effects of one kind. Counts are signed sums, so that corrections cancel. */
export interface MeasuringSpend {
  readonly kind: SpendKind;
  readonly calls: number;
  readonly nanoUsd: bigint;
  readonly priced: number;
  /** The calls whose price is unknown, or not known yet. */
  readonly unpriced: number;
  readonly estimated: number;
}

/** The spend of one kind. */
export interface KindSpend {
  readonly calls: number;
  readonly cost: Money;
  /** The calls that the cost omits, because their price is unknown. */
  readonly unpricedCalls: number;
}

/** The spend of a window: of measurement by kind and in total, and of the product itself. */
export interface SummarizedSpend {
  readonly kinds: readonly (KindSpend & { readonly kind: MeasurementKind })[];
  readonly measurement: KindSpend;
  readonly product: KindSpend;
}

/** The spend of measurement apart from that of the product. A kind without calls costs 0, which is measured. */
export function summarizeSpend(sums: readonly MeasuringSpend[]): SummarizedSpend {
  const of = (kind: SpendKind): MeasuringSpend[] => sums.filter((one) => one.kind === kind);
  return {
    kinds: MEASUREMENT_KINDS.map((kind) => ({ kind, ...spendOf(of(kind)) })),
    measurement: spendOf(MEASUREMENT_KINDS.flatMap(of)),
    product: spendOf(of('product')),
  };
}

function spendOf(sums: readonly MeasuringSpend[]): KindSpend {
  const add = (member: 'calls' | 'priced' | 'unpriced' | 'estimated'): number =>
    sums.reduce((total, one) => total + one[member], 0);
  const nanoUsd = sums.reduce((total, one) => total + one.nanoUsd, 0n);
  const unpricedCalls = add('unpriced');
  const isUnpriced = unpricedCalls > 0 && add('priced') === 0;
  return { calls: add('calls'), cost: toMoney(isUnpriced ? null : nanoUsd, add('estimated') > 0), unpricedCalls };
}
