import type { AnalyticsClient } from '../analytics-client.ts';
import { userCondition, userParameters, type UserInFacts } from './user-condition.ts';

/** Every table of facts with users, and its time base. The names are constants, never input. */
export const USER_TABLES: readonly (readonly [table: string, timeBase: string])[] = [
  ['request_admissions_v1', 'admitted_at'],
  ['request_terminals_v1', 'admitted_at'],
  ['attempts_v1', 'dispatched_at'],
  ['cost_effects_v1', 'occurred_at'],
  ['feedback_verdicts_v1', 'occurred_at'],
  ['protection_evaluations_v1', 'admitted_at'],
  ['replaced_terminals_v1', 'admitted_at'],
  ['outcomes_v1', 'admitted_at'],
];

/**
 * Removes a user from every fact of a workspace before a midnight UTC. The facts stay without a user, and the sums of
 * the user are deleted, so every total stays the same. The sums of a day are deleted or stay as a unit, so `before`
 * must be the start of a day. Nothing may load meanwhile. After an interruption, call it again. Resolves with the
 * number of facts when the last table is rewritten.
 */
export async function eraseUserFacts(clickhouse: AnalyticsClient, of: UserInFacts): Promise<number> {
  const found = await countFactsOfUser(clickhouse, of);
  const query_params = userParameters(of);
  const statements = [
    ...USER_TABLES.map(
      ([table, timeBase]) => `ALTER TABLE ${table} UPDATE \`user\` = '' WHERE ${userCondition('`user`', timeBase)}`,
    ),
    `ALTER TABLE dimension_sums_by_day_v1 DELETE WHERE dimension = 'user' AND ${userCondition('value', 'period')}`,
  ];
  for (const query of statements) {
    await clickhouse.command({
      query,
      query_params,
      // The statement returns when every part is rewritten on every replica, which may exceed the limit for queries.
      clickhouse_settings: { mutations_sync: '2', max_execution_time: 0 },
    });
  }
  return found;
}

async function countFactsOfUser(clickhouse: AnalyticsClient, of: UserInFacts): Promise<number> {
  const counts = USER_TABLES.map(
    ([table, timeBase]) => `SELECT count() AS found FROM ${table} WHERE ${userCondition('`user`', timeBase)}`,
  );
  const result = await clickhouse.query({
    query: `SELECT sum(found) AS facts FROM (${counts.join(' UNION ALL ')})`,
    query_params: userParameters(of),
    format: 'JSONEachRow',
    clickhouse_settings: { max_execution_time: 0 },
  });
  const [row] = await result.json<{ facts: string }>();
  return Number(row?.facts ?? 0);
}
