import type { AnalyticsClient } from '../../analytics/analytics-client.ts';

const PERIODS = ['hour', 'day', 'month'] as const;
const OF_ENVIRONMENTS = PERIODS.map((period) => `by_${period}_v1`);
const TRAFFIC = OF_ENVIRONMENTS.flatMap((table) => [`traffic_${table}`, `workspace_traffic_${table}`]);
const LATENCY = OF_ENVIRONMENTS.flatMap((table) => [`latency_${table}`, `workspace_latency_${table}`]);

/** Sums over all facts, and the same sums over each rollup. */
const CHECKS: readonly { readonly name: string; readonly queries: readonly string[] }[] = [
  {
    name: 'requests',
    queries: [
      'SELECT count() AS value FROM request_admissions_v1',
      ...TRAFFIC.map((table) => `SELECT sum(admitted) AS value FROM ${table} WHERE facet = ''`),
    ],
  },
  {
    name: 'nano-USD',
    queries: [
      'SELECT sum(toInt128(nanos)) AS value FROM cost_effects_v1',
      ...TRAFFIC.flatMap((table) =>
        ['', 'final_model', 'route'].map(
          (facet) => `SELECT sum(nanos) AS value FROM ${table} WHERE facet = '${facet}'`,
        ),
      ),
    ],
  },
  {
    name: 'tokens',
    queries: [
      'SELECT sum(toInt128(total_tokens)) AS value FROM attempts_v1',
      ...TRAFFIC.map((table) => `SELECT sum(total_tokens) AS value FROM ${table} WHERE facet = ''`),
    ],
  },
  {
    name: 'latency samples',
    queries: [
      'SELECT count(total_ms) + count(first_output_ms) AS value FROM request_terminals_v1',
      ...LATENCY.map((table) => `SELECT sum(samples) AS value FROM ${table}`),
    ],
  },
];

/** Throws if the sums of the rollups, which the views filled, differ from those of the facts. */
export async function requireEqualRollups(client: AnalyticsClient): Promise<void> {
  for (const { name, queries } of CHECKS) {
    const sums: string[] = [];
    for (const query of queries) {
      const result = await client.query({ query, format: 'JSONEachRow' });
      sums.push((await result.json<{ value: string }>())[0]?.value ?? '');
    }
    if (new Set(sums).size !== 1) throw new Error(`The ${name} of facts and rollups differ: ${sums.join(', ')}.`);
  }
}
