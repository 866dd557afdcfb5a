import type { Exclusion } from '../../../domain/insight/exclusion.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { FactsFilter, ExclusionSide } from '../question/facts-filter.ts';

/**
 * Conditions that select the facts of a question by a time base, in the order of the primary key. Both the hour and the
 * instant are conditions. If both are in the key, the engine does not derive one from the other, and would read every
 * hour of the month.
 *
 * @param hours conditions on the hour that replace those of the window; empty if the caller adds its own
 */
export function factConditions(
  timeBase: string,
  filter: FactsFilter,
  side: ExclusionSide,
  hours: readonly string[] = windowHours(timeBase),
): string[] {
  return [
    'organization_id = {organization_id:String}',
    'workspace_id = {workspace_id:String}',
    ...hours,
    ...selection(timeBase, filter, side, ['arrival_seq <= {fence:UInt64}']),
  ];
}

function windowHours(timeBase: string): string[] {
  return [
    `toStartOfHour(${timeBase}) >= toStartOfHour(${boundInstant('from')})`,
    `toStartOfHour(${timeBase}) <= toStartOfHour(${boundInstant('to')})`,
  ];
}

/**
 * The conditions of `factConditions` for endings, without endings that an arrived cancellation replaced. A request then
 * has one ending.
 */
export function endingConditions(filter: FactsFilter, side: ExclusionSide): string[] {
  return [...factConditions(ENDING_TIME, filter, side), ...standingConditions(filter)];
}

const ENDING_TIME = 'admitted_at';

/**
 * The condition on endings only, by their arrival, which is read in any case. It is empty if no ending was replaced, as
 * in most workspaces, because each further table in a statement has a cost of planning.
 */
export function standingConditions({ hasReplacedEndings }: Pick<FactsFilter, 'hasReplacedEndings'>): string[] {
  return hasReplacedEndings ? [STANDING] : [];
}

const STANDING = [
  'arrival_seq NOT IN',
  '  (',
  '    SELECT replaced_seq',
  '    FROM replaced_terminals_v1',
  '    WHERE organization_id = {organization_id:String}',
  '      AND workspace_id = {workspace_id:String}',
  ...windowHours(ENDING_TIME).map((hours) => `      AND ${hours}`),
  '      AND environment_id IN {environment_ids:Array(String)}',
  '      AND arrival_seq <= {fence:UInt64}',
  '  )',
].join('\n');

/** The conditions of `factConditions` on the newest revision of an identity itself. */
export function revisionConditions(timeBase: string, filter: FactsFilter, side: ExclusionSide): string[] {
  return selection(timeBase, filter, side, []);
}

function selection(timeBase: string, filter: FactsFilter, side: ExclusionSide, arrival: readonly string[]): string[] {
  return [
    `${timeBase} >= ${boundInstant('from')}`,
    `${timeBase} < ${boundInstant('to')}`,
    'environment_id IN {environment_ids:Array(String)}',
    ...(filter.purposes === undefined ? [] : ['purpose IN {purposes:Array(String)}']),
    ...arrival,
    ...(filter.releaseIds.length === 0 ? [] : ['release_id IN {release_ids:Array(String)}']),
    ...exclusionConditions(timeBase, filter.exclusions, side),
  ];
}

/** The condition that omits expired facts from the search for newest revisions in the complete workspace. */
export function horizonConditions(timeBase: string, { keepsFrom }: Pick<FactsFilter, 'keepsFrom'>): string[] {
  return keepsFrom === undefined ? [] : [`${timeBase} >= ${boundInstant('keeps_from')}`];
}

/** The value that `horizonConditions` binds. */
export function horizonParams({ keepsFrom }: Pick<FactsFilter, 'keepsFrom'>): BoundQuery['params'] {
  return keepsFrom === undefined ? {} : { keeps_from: instantParam(keepsFrom.getTime()) };
}

/** One condition for all exclusions; empty if both sides are read or nothing is excluded. */
export function exclusionConditions(timeBase: string, exclusions: readonly Exclusion[], side: ExclusionSide): string[] {
  if (side === 'both') return [];
  if (exclusions.length === 0) return side === 'included' ? [] : ['false'];
  const windows = exclusions.map((_exclusion, index) =>
    [
      `environment_id IN {exclusion_${index}_environments:Array(String)}`,
      `${timeBase} >= ${boundInstant(`exclusion_${index}_from`)}`,
      `${timeBase} < ${boundInstant(`exclusion_${index}_to`)}`,
    ].join(' AND '),
  );
  const excluded = windows.map((window) => `(${window})`).join(' OR ');
  return [side === 'included' ? `NOT (${excluded})` : `(${excluded})`];
}

/** The expression that is true for excluded facts; absent if nothing is excluded. */
export function excludedFlag(timeBase: string, { exclusions }: Pick<FactsFilter, 'exclusions'>): string | undefined {
  return exclusions.length === 0 ? undefined : exclusionConditions(timeBase, exclusions, 'excluded')[0];
}

/** The values that `factConditions` binds. */
export function factParams(filter: FactsFilter): BoundQuery['params'] {
  return {
    organization_id: filter.organizationId,
    workspace_id: filter.workspaceId,
    environment_ids: filter.environmentIds,
    from: instantParam(filter.from.getTime()),
    to: instantParam(filter.to.getTime()),
    fence: String(filter.fence),
    ...(filter.purposes && { purposes: filter.purposes }),
    ...(filter.releaseIds.length > 0 && { release_ids: filter.releaseIds }),
    ...exclusionParams(filter.exclusions),
  };
}

/** The values that `exclusionConditions` binds. */
function exclusionParams(exclusions: readonly Exclusion[]): BoundQuery['params'] {
  const params: Record<string, string | readonly string[]> = {};
  for (const [index, { environmentIds, from, to }] of exclusions.entries()) {
    params[`exclusion_${index}_environments`] = environmentIds;
    params[`exclusion_${index}_from`] = instantParam(from.getTime());
    params[`exclusion_${index}_to`] = instantParam(to.getTime());
  }
  return params;
}

/**
 * A bound instant. It is used without a function, because each function around a value takes the engine a tenth of a
 * millisecond, in each of a dozen positions.
 */
export function boundInstant(parameter: string): string {
  return `{${parameter}:DateTime64(3, 'UTC')}`;
}

/** The value of a bound instant, from Unix milliseconds: as seconds, so that no text form of a time is parsed. */
export function instantParam(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}
