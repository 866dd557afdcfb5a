import type { FactsFilter, ExclusionSide } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import {
  periodStarts,
  ROLLUP_LAYERS,
  separatesExclusions,
  type LayerPlan,
  type RollupLayer,
  type LayerSpan,
} from '../plan/layer-plan.ts';
import type { RollupBreadth } from '../plan/rollup-breadth.ts';
import { exclusionConditions, factConditions } from './fact-conditions.ts';

/**
 * Conditions that select the rows of a rollup for the planned periods, in the order of its primary key.
 *
 * @param keyed the condition on the key column between the workspace and the period
 */
export function rollupConditions(
  layer: RollupLayer,
  keyed: string,
  plan: LayerPlan,
  filter: FactsFilter,
  { breadth, side }: { readonly breadth: RollupBreadth; readonly side: ExclusionSide },
): string[] {
  return [
    'organization_id = {organization_id:String}',
    'workspace_id = {workspace_id:String}',
    keyed,
    ...periodConditions(layer, plan),
    ...(breadth === 'workspace' ? [] : ['environment_id IN {environment_ids:Array(String)}']),
    'purpose IN {purposes:Array(String)}',
    ...(filter.releaseIds.length === 0 ? [] : ['release_id IN {release_ids:Array(String)}']),
    ...(separatesExclusions(layer) ? exclusionConditions('period', filter.exclusions, side) : []),
  ];
}

/** Conditions that select the facts of the planned hours. */
export function plannedFactConditions(
  timeBase: string,
  plan: LayerPlan,
  filter: FactsFilter,
  side: ExclusionSide,
): string[] {
  const conditions = factConditions(timeBase, filter, side);
  if (isWholeWindow(plan, filter)) return conditions;
  return [...conditions, `toStartOfHour(${timeBase}) IN {facts_periods:Array(DateTime('UTC'))}`];
}

/** The values that the conditions of the planned layers bind, except those of `factParams`. */
export function layerParams(plan: LayerPlan, filter: FactsFilter): BoundQuery['params'] {
  const params: Record<string, string | readonly string[]> = {};
  for (const layer of ROLLUP_LAYERS) {
    const [first] = plan[layer];
    const last = plan[layer].at(-1);
    if (first === undefined || last === undefined) continue;
    const without = cutOut(layer, plan);
    if (without === undefined) params[`${layer}_periods`] = periodStarts(layer, plan[layer]);
    else {
      params[`${layer}_from`] = String(first.from / 1_000);
      params[`${layer}_to`] = String(last.to / 1_000);
      if (without.length > 0) params[`${layer}_without`] = periodStarts(layer, without);
    }
  }
  if (plan.facts.length > 0 && !isWholeWindow(plan, filter))
    params['facts_periods'] = periodStarts('facts', plan.facts);
  return params;
}

/**
 * The condition of a layer's spans: the ends of a single span, or a list of periods. The engine looks up both in the
 * primary key. If the list is too long for a request, it is replaced by the list of its gaps.
 */
function periodConditions(layer: RollupLayer, plan: LayerPlan): string[] {
  const without = cutOut(layer, plan);
  if (without === undefined) return [`period IN {${layer}_periods:Array(DateTime('UTC'))}`];
  return [
    `period >= {${layer}_from:DateTime('UTC')}`,
    `period < {${layer}_to:DateTime('UTC')}`,
    ...(without.length === 0 ? [] : [`period NOT IN {${layer}_without:Array(DateTime('UTC'))}`]),
  ];
}

/**
 * The maximum number of listed periods: a value in a request has at most 128 KiB, and a listed period takes 13 bytes.
 */
const MAX_LISTED = 9_000;

/** The gaps between the spans of a layer; undefined if the spans are listed. */
function cutOut(layer: RollupLayer, plan: LayerPlan): LayerSpan[] | undefined {
  const spans = plan[layer];
  if (spans.length > 1 && periodsIn(layer, spans) <= MAX_LISTED) return undefined;
  return spans.slice(1).map(({ from }, index) => ({ from: spans[index]?.to ?? from, to: from }));
}

/** The maximum number of periods in the spans. */
function periodsIn(layer: RollupLayer, spans: readonly LayerSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + (to - from), 0) / MIN_MS[layer];
}

const HOUR_MS = 3_600_000;
const MIN_MS: Readonly<Record<RollupLayer, number>> = {
  hours: HOUR_MS,
  days: 24 * HOUR_MS,
  months: 28 * 24 * HOUR_MS,
};

function isWholeWindow({ facts }: LayerPlan, { from, to }: FactsFilter): boolean {
  return facts.length === 1 && facts[0]?.from === from.getTime() && facts[0].to === to.getTime();
}
