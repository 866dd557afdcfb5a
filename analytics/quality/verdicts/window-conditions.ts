import type { ExcludedFacts, FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import { countedCondition } from '../../judges/counted-condition.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { QualityQuestion } from './quality-question.ts';

/** The conditions on rows about requests of the application in a workspace and a window. */
export interface WindowConditions {
  readonly sql: string;
  readonly params: BoundQuery['params'];
}

/**
 * The conditions that select requests of a window which reads count: of the application, within no exclusion, and not
 * before the retention horizon.
 */
export async function windowConditions(
  findExclusions: FindExclusions,
  { workspaceId, from, until }: QualityQuestion,
): Promise<WindowConditions> {
  const excluded = relevantExclusions(await findExclusions(), { workspaceId, from, until });
  const sql = `workspace_id = {workspace_id:String} AND purpose = 'application'
    AND admitted_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND admitted_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC') AND ${countedCondition(excluded)}`;
  return { sql, params: windowParams({ workspaceId, from, until }) };
}

/** The values that `windowConditions` binds. */
export function windowParams({
  workspaceId,
  from,
  until,
}: Pick<QualityQuestion, 'workspaceId' | 'from' | 'until'>): BoundQuery['params'] {
  return { workspace_id: workspaceId, from: String(from.getTime()), until: String(until.getTime()) };
}

/** The exclusions that can concern a window. A statement with those of all workspaces could become too long. */
export function relevantExclusions(
  { horizons, exclusions }: ExcludedFacts,
  { workspaceId, from, until }: Pick<QualityQuestion, 'workspaceId' | 'from' | 'until'>,
): ExcludedFacts {
  const horizon = horizons.get(workspaceId);
  return {
    horizons: horizon === undefined ? new Map() : new Map([[workspaceId, horizon]]),
    exclusions: exclusions.filter((exclusion) => exclusion.from < until && exclusion.to > from),
  };
}
