import { observedRequests } from '../figures/completion.ts';
import type { AdditiveFigure } from '../group-sums.ts';
import type { GroupFigures } from './group-figures.ts';

/**
 * The number of a metric's facts that count in a group, and the number that exclusions leave out. The second is seldom
 * asked for.
 */
export interface FactCount {
  readonly left: (figures: GroupFigures) => bigint;
  readonly excluded: (figures: GroupFigures) => bigint;
}

export const REQUESTS: FactCount = {
  left: ({ completion }) => completion.observed,
  excluded: ({ excluded }) => observedRequests(excluded),
};

export const VERDICTS: FactCount = {
  left: ({ feedback }) => feedback.verdicts,
  excluded: ({ excludedFeedback }) => excludedFeedback.verdicts,
};

/** Exclusions leave out no marker. */
export const MARKERS: FactCount = { left: ({ markers }) => markers, excluded: () => 0n };

/** The facts that one of the sums counts. */
export function countOf(figure: AdditiveFigure): FactCount {
  return { left: ({ sums }) => sums[figure], excluded: ({ excluded }) => excluded[figure] };
}
