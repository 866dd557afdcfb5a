import type { FactsQuestion } from '../question/facts-question.ts';

/** The dimensions of the rows of a rollup: environment and release, or neither. */
export type RollupBreadth = 'environments' | 'workspace';

/**
 * `workspace` where neither environments nor releases have to be distinguished: that rollup has one row where the other
 * has a row for each environment and release. An exclusion always names environments, so it needs the other.
 */
export function breadthOf({
  holdsEveryEnvironment,
  releaseIds,
  exclusions,
  facets,
}: Pick<FactsQuestion, 'holdsEveryEnvironment' | 'releaseIds' | 'exclusions' | 'facets'>): RollupBreadth {
  const isWhole = releaseIds.length === 0 && exclusions.length === 0 && !facets.includes('release');
  return holdsEveryEnvironment && isWhole ? 'workspace' : 'environments';
}
