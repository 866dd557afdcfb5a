import type { ExcludedFacts } from '../../store/insight/exclusion-finder.ts';

/** Keeps outcomes of requests that reads count: of no exclusion, and not before the horizon of their workspace. */
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
 * The ids as literals in the statement. As values, the list would not fit into a URL, and a list of literals is one
 * element of it.
 */
function listed(ids: readonly string[]): string {
  return ids.map((id) => `'${id.replaceAll(/['\\]/g, '\\$&')}'`).join();
}
