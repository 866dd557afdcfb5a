/**
 * True for each hypothesis that is rejected if any false rejection has at most the probability `alpha`, in the order of
 * the p-values (Holm 1979, Scandinavian Journal of Statistics 6:65). The test of the smallest p-values ends at the
 * first one that fails. It rejects every hypothesis that Bonferroni's correction rejects.
 */
export function holm(pValues: readonly number[], alpha: number): boolean[] {
  const ascending = pValues.toSorted((one, other) => one - other);
  const failed = ascending.find((pValue, rank) => pValue * (pValues.length - rank) > alpha) ?? Infinity;
  // The first of equal p-values has the largest factor, so none of the others was rejected before it.
  return pValues.map((pValue) => pValue < failed);
}
