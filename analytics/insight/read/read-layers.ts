import type { LayerRow } from '../sql/layer-row.ts';
import type { RunQuestionQuery, BoundQuery } from '../../statements/bound-query.ts';
import { isEmptyPlan, refinePlan, type Layer, type LayerPlan } from '../plan/layer-plan.ts';

/**
 * The rows that add up to the answer over a complete plan. Each round is one statement, so fresh and stale parts come
 * from the same scan. If a layer reports a stale period, its rows of that round are dropped. It is queried again
 * without that period, which the next layer answers. Facts above the fence are never read, and facts below it are
 * loaded and never change, so rounds are consistent.
 */
export async function readLayers<Row extends LayerRow>(
  ask: RunQuestionQuery,
  plan: LayerPlan,
  layers: readonly Layer[],
  statement: (plan: LayerPlan, round: 'first' | 'later') => BoundQuery,
): Promise<Row[]> {
  // Rounds are joined at the end: a series of hours by facet has more rows than a function call accepts arguments.
  const kept: Row[][] = [];
  let due = plan;
  while (!isEmptyPlan(due)) {
    const rows = await ask<Row>(statement(due, due === plan ? 'first' : 'later'));
    const stale: Partial<Record<Layer, number[]>> = {};
    for (const row of rows) if (row.stale.length > 0) (stale[row.layer] ??= []).push(...row.stale);
    kept.push(rows.filter((row) => stale[row.layer] === undefined));
    due = refinePlan(due, stale, layers);
  }
  return kept.flat();
}
