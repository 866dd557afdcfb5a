import type { ExcludedFacts } from '../../store/insight/exclusion-finder.ts';

/**
 * The condition that selects outcomes of requests that reads count: within no exclusion, and not before the horizon of
 * their workspace.
 *
 * @param timeBase the column with the time of the row
 */
export function countedCondition(
  { horizons, exclusions }: ExcludedFacts,
  timeBase: 'admitted_at' | 'occurred_at' = 'admitted_at',
): string {
  const at = `toUnixTimestamp64Milli(${timeBase})`;
  const workspaces = listed([...horizons.keys()]);
  const begins = [...horizons.values()].map(Number).join();
  const expired = horizons.size === 0 ? [] : [`${at} < transform(workspace_id, [${workspaces}], [${begins}], 0)`];
  const excluded = exclusions.map(
    ({ environmentIds, from, to }) =>
      `(environment_id IN (${listed(environmentIds)}) AND ${at} >= ${Number(from)} AND ${at} < ${Number(to)})`,
  );
  const leftOut = [...expired, ...excluded];
  return leftOut.length === 0 ? 'true' : `NOT (${leftOut.join(' OR ')})`;
}

/**
 * The ids as literals in the statement. As bound values, the list would not fit into a URL; to the parser, a list of
 * literals is a single element.
 */
function listed(ids: readonly string[]): string {
  return ids.map((id) => `'${id.replaceAll(/['\\]/g, '\\$&')}'`).join();
}
