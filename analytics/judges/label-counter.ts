import type { AnalyticsClient } from '../analytics-client.ts';
import { readRows } from './read-rows.ts';

/** How many requests each person says pass or fail of, on whatever metric. */
export type CountLabels = () => Promise<ReadonlyMap<string, number>>;

const LABELLED = `SELECT annotator, toUInt32(uniqExact(workspace_id, logical_request_id)) AS rows FROM outcomes_v1
  WHERE evaluator_kind = 'human' AND evaluator_id = 'human.label' AND verdict IN ('pass', 'fail') GROUP BY annotator`;

export function createLabelCounter(clickhouse: Pick<AnalyticsClient, 'query'>): CountLabels {
  return async () => {
    const rows = await readRows<{ annotator: string; rows: number }>(clickhouse, { query: LABELLED });
    return new Map(rows.map(({ annotator, rows: labelled }) => [annotator, labelled]));
  };
}
