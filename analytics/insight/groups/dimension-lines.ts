import { toDimensionMember } from '../../../domain/insight/caller-dimensions.ts';
import type { GroupKey } from '../../../domain/insight/group-sums.ts';
import { PURPOSES } from '../../../domain/insight/insight-sets.ts';
import { otherGroupKey } from '../facets/displayed-keys.ts';
import { hasAnyFact } from '../facets/facet-order.ts';
import type { DimensionSplit, RankedValues } from '../question/dimension-split.ts';
import type { MeasuredGroup } from '../question/measured-facts.ts';

/** A line of the values of a dimension, without its buckets. */
export interface DimensionLine extends Omit<GroupKey, 'bucketMs'> {
  /** True for the line of all named values, for a reader who may not read them. It has no figures. */
  readonly withheld?: true;
  /** The number of values without a line of their own; only in the line of all other values. */
  readonly values?: bigint;
  /** The number of events whose value is beyond the share of its key; only in the same line, and absent for none. */
  readonly foldedEvents?: bigint;
}

/**
 * The lines of an answer by dimensions. Each purpose with facts has, for each dimension, its values in the order of
 * their rank, all other values if there are any, and the facts without a value. Without the permission to read values
 * there are always the same two lines: all named values, and the facts without a value.
 */
export function dimensionLines(
  groups: readonly MeasuredGroup[],
  { names, mayReadValues }: Pick<DimensionSplit, 'names' | 'mayReadValues'>,
  { shown, folded }: RankedValues,
): DimensionLine[] {
  const withFacts = groups.filter(hasAnyFact);
  const present = new Set(withFacts.map(({ key }) => key.purpose));
  return PURPOSES.filter((purpose) => present.has(purpose)).flatMap((purpose) =>
    names.flatMap((name): DimensionLine[] => {
      const member = toDimensionMember(name);
      const [unnamed, other] = [{ member, value: '', unserved: false }, otherGroupKey(member)];
      if (!mayReadValues)
        return [
          { purpose, facet: other, withheld: true },
          { purpose, facet: unnamed },
        ];
      const others = folded.find((each) => each.purpose === purpose && each.name === name);
      const { values = 0n, events: foldedEvents } = others ?? {};
      const hasOthers = withFacts.some(
        ({ key }) => key.purpose === purpose && key.facet?.member === member && key.facet.other,
      );
      return [
        ...shown.filter((value) => value.purpose === purpose && value.facet.member === member),
        ...(values > 0n || foldedEvents !== undefined || hasOthers
          ? [{ purpose, facet: other, values, ...(foldedEvents !== undefined && { foldedEvents }) }]
          : []),
        { purpose, facet: unnamed },
      ];
    }),
  );
}
