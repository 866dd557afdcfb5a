import { ADDITIVE_FIGURES, type AdditiveFigure, type AdditiveSums } from './group-sums.ts';

/** Sums over no fact at all. */
export const NO_SUMS: AdditiveSums = figures(() => 0n);

/** The sums over disjoint sets of facts. */
export function addSums(all: readonly AdditiveSums[]): AdditiveSums {
  return figures((figure) => all.reduce((total, sums) => total + sums[figure], 0n));
}

function figures(of: (figure: AdditiveFigure) => bigint): AdditiveSums {
  return Object.fromEntries(ADDITIVE_FIGURES.map((figure) => [figure, of(figure)])) as Record<AdditiveFigure, bigint>;
}
