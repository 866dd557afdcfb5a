/**
 * True for each hypothesis that is rejected if at most the share `alpha` of rejections is false on average, in the
 * order of the e-values (Wang and Ramdas 2022, Journal of the Royal Statistical Society B 84:822). The e-values may
 * depend on each other in any way, and may be looked at at any time.
 */
export function eBenjaminiHochberg(eValues: readonly number[], alpha: number): boolean[] {
  const descending = eValues.toSorted((one, other) => other - one);
  const smallest = descending.findLast((eValue, rank) => eValue * alpha * (rank + 1) >= eValues.length) ?? Infinity;
  return eValues.map((eValue) => eValue >= smallest);
}
