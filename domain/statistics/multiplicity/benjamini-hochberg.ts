/**
 * True for each hypothesis that is rejected if at most the share `alpha` of rejections is false on average, in the
 * order of the p-values (Benjamini and Hochberg 1995, Journal of the Royal Statistical Society B 57:289). The p-values
 * must be independent or positively dependent.
 */
export function benjaminiHochberg(pValues: readonly number[], alpha: number): boolean[] {
  const ascending = pValues.toSorted((one, other) => one - other);
  const largest = ascending.findLast((pValue, rank) => pValue * pValues.length <= alpha * (rank + 1)) ?? -Infinity;
  return pValues.map((pValue) => pValue <= largest);
}
