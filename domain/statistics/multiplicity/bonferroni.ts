/**
 * True for each hypothesis that is rejected if any false rejection has at most the probability `alpha`, in the order of
 * the p-values (Bonferroni).
 */
export function bonferroni(pValues: readonly number[], alpha: number): boolean[] {
  return pValues.map((pValue) => pValue * pValues.length <= alpha);
}
