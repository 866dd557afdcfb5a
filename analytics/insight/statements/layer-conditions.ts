import { exclusionConditions, factConditions, type FactsFilter, type Side } from './facts-filter.ts';
import { periodStarts, ROLLUP_LAYERS, tellsExclusions, type LayerPlan, type RollupLayer } from './layer-plan.ts';
import type { BoundQuery } from './bound-query.ts';

/**
 * Conditions that select a rollup's rows of the planned periods, in the order of its primary key.
 *
 * @param keyed the condition on the key column between the workspace and the period
 */
export function rollupConditions(
  layer: RollupLayer,
  keyed: string,
  plan: LayerPlan,
  filter: FactsFilter,
  side: Side,
): string[] {
  return [
    'organization_id = {organization_id:String}',
    'workspace_id = {workspace_id:String}',
    keyed,
    ...periodConditions(layer, plan),
    'environment_id IN {environment_ids:Array(String)}',
    'purpose IN {purposes:Array(String)}',
    ...(filter.releaseIds.length === 0 ? [] : ['release_id IN {release_ids:Array(String)}']),
    ...(tellsExclusions(layer) ? exclusionConditions('period', filter.exclusions, side) : []),
  ];
}

/** Conditions that select the facts of the planned hours. */
export function plannedFactConditions(timeBase: string, plan: LayerPlan, filter: FactsFilter, side: Side): string[] {
  const conditions = factConditions(timeBase, filter, side);
  if (isWholeWindow(plan, filter)) return conditions;
  return [...conditions, `toStartOfHour(${timeBase}) IN {facts_periods:Array(DateTime('UTC'))}`];
}

/** The values that the conditions of the planned layers bind, those of `factParams` aside. */
export function layerParams(plan: LayerPlan, filter: FactsFilter): BoundQuery['params'] {
  const params: Record<string, string | readonly string[]> = {};
  for (const layer of ROLLUP_LAYERS) {
    const [first, second] = plan[layer];
    if (first === undefined) continue;
    if (second !== undefined) params[`${layer}_periods`] = periodStarts(layer, plan[layer]);
    else {
      params[`${layer}_from`] = String(first.from / 1_000);
      params[`${layer}_to`] = String(first.to / 1_000);
    }
  }
  if (plan.facts.length > 0 && !isWholeWindow(plan, filter))
    params['facts_periods'] = periodStarts('facts', plan.facts);
  return params;
}

/** One span by its ends; several as a list, which the engine looks up in the primary key as it does ends. */
function periodConditions(layer: RollupLayer, plan: LayerPlan): string[] {
  if (plan[layer].length > 1) return [`period IN {${layer}_periods:Array(DateTime('UTC'))}`];
  return [`period >= {${layer}_from:DateTime('UTC')}`, `period < {${layer}_to:DateTime('UTC')}`];
}

function isWholeWindow({ facts }: LayerPlan, { from, to }: FactsFilter): boolean {
  return facts.length === 1 && facts[0]?.from === from.getTime() && facts[0].to === to.getTime();
}
