import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { FACT_COLUMNS } from '../../analytics/indexer/events/fact-rows.ts';

const TABLES = ['request_admissions_v1', 'attempts_v1', 'cost_effects_v1', 'request_terminals_v1'] as const;

/** The columns that differ between two reports of the same call: scope, time, and the ids that the sender assigned. */
const OWN = new Set([
  ...['organization_id', 'workspace_id', 'application_id', 'gateway_id', 'environment_id'],
  ...['logical_request_id', 'trace_id', 'attempt_id', 'effect_id'],
  ...['admitted_at', 'terminal_at', 'dispatched_at', 'occurred_at', 'total_ms', 'first_output_ms'],
]);

/** All values in the facts of a call, by `<table>.<column>`. */
export type CallFacts = Readonly<Record<string, unknown>>;

/** The facts of the calls of an environment, in the order in which they were made. */
export async function readCallFacts(client: AnalyticsClient, environmentId: string): Promise<CallFacts[]> {
  const calls = new Map<string, Record<string, unknown>>();
  for (const table of TABLES) {
    const query = `SELECT * FROM ${table} WHERE environment_id = {environmentId:String}
      ORDER BY ${FACT_COLUMNS[table].find((name) => name.endsWith('_at'))}, logical_request_id`;
    const asked = { query, query_params: { environmentId }, format: 'JSONEachRow' } as const;
    for (const row of await (await client.query(asked)).json<Record<string, unknown>>()) {
      const id = String(row['logical_request_id']);
      const known = calls.get(id) ?? {};
      calls.set(id, known);
      known[table] = Number(known[table] ?? 0) + 1;
      for (const name of FACT_COLUMNS[table]) if (!OWN.has(name)) known[`${table}.${name}`] = comparable(row[name]);
    }
  }
  return [...calls.values()];
}

/** A value that equals each equal value. Tags are objects. */
function comparable(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
