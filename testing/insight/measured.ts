import type { MeasuredFacts, MeasuredGroup } from '../../analytics/insight/question/measured-facts.ts';
import { NO_SUMS } from '../../domain/insight/additive-sums.ts';
import type { AdditiveFigure, AdditiveSums, GroupKey } from '../../domain/insight/group-sums.ts';
import type { MeasuredValue } from '../../domain/insight/measured-value.ts';

type SomeSums = Partial<Record<AdditiveFigure, bigint>>;

/** Sums with the given values; all others are zero. */
export function makeSums(some: SomeSums = {}): AdditiveSums {
  return { ...NO_SUMS, ...some };
}

/** The sums of facts in one group. */
export function makeMeasuredGroup(
  key: GroupKey,
  some: SomeSums = {},
  more: Partial<Omit<MeasuredGroup, 'key' | 'sums' | 'excluded'>> & { excluded?: SomeSums } = {},
): MeasuredGroup {
  return { key, ...more, sums: makeSums(some), excluded: makeSums(more.excluded) };
}

/** Facts of these groups, without markers. */
export function makeMeasuredFacts(...groups: MeasuredGroup[]): MeasuredFacts {
  return { groups, markers: [] };
}

/** A value as text: number and unit, the missing part, or the reason. */
export function valueText(value: MeasuredValue): string {
  switch (value.state) {
    case 'available':
      return `${value.number} ${value.unit}`;
    case 'partial':
      return `at least ${value.number} ${value.unit} (${value.coverage.join(', ')})`;
    case 'unavailable':
      return value.reason;
  }
}

/** The values of a group as text, by metric. */
export function cellTexts(
  group: { readonly cells: readonly { readonly metric: string; readonly value: MeasuredValue }[] } | undefined,
): Record<string, string> {
  return Object.fromEntries((group?.cells ?? []).map(({ metric, value }) => [metric, valueText(value)]));
}
