import type { ExcludedFacts } from '../../store/insight/exclusion-finder.ts';

/**
 * The condition that selects outcomes of requests that reads count: within no exclusion, and not before the horizon of
 * their workspace.
 */
export function countedCondition({ horizons, exclusions }: ExcludedFacts): string {
  const workspaces = listed([...horizons.keys()]);
  const begins = [...horizons.values()].map(Number).join();
  const expired = horizons.size === 0 ? [] : [`${ADMITTED} < transform(workspace_id, [${workspaces}], [${begins}], 0)`];
  const excluded = exclusions.map(
    ({ environmentIds, from, to }) =>
      `(environment_id IN (${listed(environmentIds)}) AND ${ADMITTED} >= ${Number(from)} AND ${ADMITTED} < ${Number(to)})`,
  );
  const leftOut = [...expired, ...excluded];
  return leftOut.length === 0 ? 'true' : `NOT (${leftOut.join(' OR ')})`;
}

const ADMITTED = 'toUnixTimestamp64Milli(admitted_at)';

/**
 * The ids as literals in the statement. As bound values, the list would not fit into a URL; to the parser, a list of
 * literals is a single element.
 */
function listed(ids: readonly string[]): string {
  return ids.map((id) => `'${id.replaceAll(/['\\]/g, '\\$&')}'`).join();
}
