import { observedRequests } from '../figures/completion.ts';
import type { AdditiveFigure } from '../group-sums.ts';
import type { GroupFigures } from './group-figures.ts';

/** The number of a metric's facts in a group, and the number that exclusions omit. The second is needed only rarely. */
export interface FactCount {
  readonly left: (figures: GroupFigures) => bigint;
  readonly excluded: (figures: GroupFigures) => bigint;
}

export const REQUEST_COUNT: FactCount = {
  left: ({ completion }) => completion.observed,
  excluded: ({ excluded }) => observedRequests(excluded),
};

export const VERDICT_COUNT: FactCount = {
  left: ({ feedback }) => feedback.verdicts,
  excluded: ({ excludedFeedback }) => excludedFeedback.verdicts,
};

/** The count of release markers, which exclusions do not omit. */
export const MARKER_COUNT: FactCount = { left: ({ markers }) => markers, excluded: () => 0n };

/** The count of facts in one of the sums. */
export function figureCount(figure: AdditiveFigure): FactCount {
  return { left: ({ sums }) => sums[figure], excluded: ({ excluded }) => excluded[figure] };
}
