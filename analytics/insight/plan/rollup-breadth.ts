import type { FactsQuestion } from '../question/facts-question.ts';

/** What the rows of a rollup are told apart by: environment and release, or neither. */
export type RollupBreadth = 'environments' | 'workspace';

/**
 * The sums of whole workspaces where no environment and no release has to be told from another: they have a row where the others
 * have one for each environment and release. An exclusion is of some environments alone.
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
