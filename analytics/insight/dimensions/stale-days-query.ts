import type { CallerDimension } from '../../../domain/insight/caller-dimensions.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { LayerPlan } from '../plan/layer-plan.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { DIMENSION_DAYS, dimensionCondition } from '../sql/dimension-days.ts';
import { layerParams, rollupConditions } from '../sql/layer-conditions.ts';

/** One row in the result of `staleDaysQuery`. */
export interface StaleDayRow {
  /** The start of the day in Unix seconds. */
  readonly day: number;
}

/** The query for the planned days of a dimension that contain facts above the fence. */
export function staleDaysQuery(question: FactsQuestion, name: CallerDimension, plan: LayerPlan): BoundQuery {
  const conditions = rollupConditions('days', dimensionCondition(name), plan, question, {
    breadth: 'environments',
    side: 'both',
  });
  return {
    tag: 'insight.stale_days',
    sql: [
      'SELECT DISTINCT toUnixTimestamp(period) AS day',
      `FROM ${DIMENSION_DAYS} AS rollup`,
      `WHERE ${[...conditions, 'last_seq > {fence:UInt64}'].join('\n  AND ')}`,
    ].join('\n'),
    params: layerParams(plan, question),
  };
}
