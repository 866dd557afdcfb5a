import type { FactsQuestion } from '../question/facts-question.ts';

/** The dimensions of the rows of a rollup: environment and release, or neither. */
export type RollupBreadth = 'environments' | 'workspace';

/**
 * Returns `workspace` if neither environments nor releases have to be distinguished: that rollup has one row for all of
 * them. An exclusion always names environments, so it needs the other rollup.
 */
export function rollupBreadth({
  holdsEveryEnvironment,
  releaseIds,
  exclusions,
  facets,
}: Pick<FactsQuestion, 'holdsEveryEnvironment' | 'releaseIds' | 'exclusions' | 'facets'>): RollupBreadth {
  const isWhole = releaseIds.length === 0 && exclusions.length === 0 && !facets.includes('release');
  return holdsEveryEnvironment && isWhole ? 'workspace' : 'environments';
}
