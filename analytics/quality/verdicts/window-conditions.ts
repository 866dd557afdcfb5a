import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import { countedCondition } from '../../judges/counted-condition.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { QualityQuestion } from './quality-question.ts';

/** The conditions on rows of a workspace and a window, and the values that they bind. */
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
  question: QualityQuestion,
): Promise<WindowConditions> {
  const sql = `purpose = 'application' AND ${await countedWithin('admitted_at', findExclusions, question)}`;
  return { sql, params: windowParams(question) };
}

/** The conditions that select the cost effects of a window which reads count, of all purposes. */
export async function effectConditions(
  findExclusions: FindExclusions,
  question: QualityQuestion,
): Promise<WindowConditions> {
  return { sql: await countedWithin('occurred_at', findExclusions, question), params: windowParams(question) };
}

async function countedWithin(
  timeBase: 'admitted_at' | 'occurred_at',
  findExclusions: FindExclusions,
  { workspaceId }: QualityQuestion,
): Promise<string> {
  return `workspace_id = {workspace_id:String}
    AND ${timeBase} >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND ${timeBase} < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
    AND ${countedCondition(await findExclusions(workspaceId), timeBase)}`;
}

function windowParams({ workspaceId, from, until }: QualityQuestion): BoundQuery['params'] {
  return { workspace_id: workspaceId, from: String(from.getTime()), until: String(until.getTime()) };
}
