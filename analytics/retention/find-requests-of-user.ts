import type { AnalyticsClient } from '../analytics-client.ts';
import { userCondition, userParameters, type UserInFacts } from './user-condition.ts';

/** The requests of a user that were admitted on one UTC day. */
export interface RequestsOfDay {
  /** The day, `2026-05-06`. */
  readonly day: string;
  readonly requestIds: readonly string[];
}

/** The requests whose admission or ending states a user, day by day. */
export async function* findRequestsOfUser(
  clickhouse: AnalyticsClient,
  of: UserInFacts,
): AsyncGenerator<RequestsOfDay, void> {
  const condition = userCondition('`user`', 'admitted_at');
  const requests = ['request_admissions_v1', 'request_terminals_v1']
    .map((table) => `SELECT logical_request_id, toDate(admitted_at, 'UTC') AS day FROM ${table} WHERE ${condition}`)
    .join(' UNION ALL ');
  const settings = {
    query_params: userParameters(of),
    format: 'JSONEachRow',
    clickhouse_settings: { max_execution_time: 0 },
  } as const;
  const days = await clickhouse.query({
    ...settings,
    query: `SELECT DISTINCT toString(day) AS text FROM (${requests}) ORDER BY text`,
  });
  for (const { text: day } of await days.json<{ text: string }>()) {
    const found = await clickhouse.query({
      ...settings,
      query: `SELECT DISTINCT logical_request_id AS id FROM (${requests}) WHERE toString(day) = {day:String}`,
      query_params: { ...settings.query_params, day },
    });
    yield { day, requestIds: (await found.json<{ id: string }>()).map(({ id }) => id) };
  }
}
