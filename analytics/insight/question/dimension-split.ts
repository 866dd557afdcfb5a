import type { CallerDimension, DimensionRank } from '../../../domain/insight/caller-dimensions.ts';
import type { Purpose } from '../../../domain/insight/insight-sets.ts';
import type { TopValues } from './top-values.ts';

/** The caller dimensions whose values get groups of their own, in addition to the total. */
export interface DimensionSplit {
  readonly names: readonly CallerDimension[];
  /** The figure that determines the rank of a value within its purpose. */
  readonly rankedBy: DimensionRank;
  /** The maximum number of values of each dimension and purpose with groups of their own. */
  readonly maxValues: number;
  /** False if the reader may not read values. All of them then form one group, which has no figures. */
  readonly mayReadValues: boolean;
  /** The values with groups of their own, in the order of answers; absent until they are ranked. */
  readonly shown?: TopValues;
}

/** The values of dimensions with groups of their own, and the numbers of all others. */
export interface RankedValues {
  readonly shown: TopValues;
  readonly folded: readonly FoldedValues[];
}

/** The facts of a dimension in one purpose whose values have no group of their own. */
export interface FoldedValues {
  readonly purpose: Purpose;
  readonly name: CallerDimension;
  /** The number of values. Values beyond the share of a key are unknown, and not counted. */
  readonly values: bigint;
  /** The number of events whose value is beyond the share of its key; absent for none. */
  readonly events?: bigint;
}
