import type { AnalyticsClient } from '../analytics-client.ts';
import { queryRows } from '../statements/query-rows.ts';
import { PERSON_SQL } from './person-sql.ts';

/**
 * Counts the requests that each person labelled with pass or fail, over all metrics. `normalizePerson` decides which
 * names belong to one person.
 */
export type CountLabels = () => Promise<ReadonlyMap<string, number>>;

const LABELLED = `SELECT ${PERSON_SQL} AS person, toUInt32(uniqExact(workspace_id, logical_request_id)) AS rows FROM outcomes_v1
  WHERE evaluator_kind = 'human' AND evaluator_id = 'human.label' AND verdict IN ('pass', 'fail') GROUP BY person`;

export function createLabelCounter(clickhouse: Pick<AnalyticsClient, 'query'>): CountLabels {
  return async () => {
    const rows = await queryRows<{ person: string; rows: number }>(clickhouse, { query: LABELLED });
    return new Map(rows.map(({ person, rows: labelled }) => [person, labelled]));
  };
}
