import type { AnalyticsClient } from '../../analytics/analytics-client.ts';

/** The cost of statements for the engine. */
export interface EngineWork {
  readonly rows: number;
  readonly bytes: number;
  /** The work on each table in the engine's own estimate, by the table's name. */
  readonly tables: Readonly<Record<string, TableWork>>;
}

/** The work of all statements on a table; a part that two of them read counts twice. */
export interface TableWork {
  readonly rows: number;
  readonly parts: number;
}

interface SentStatement {
  readonly query: string;
  readonly query_params?: Record<string, unknown>;
}

/** A client that records its statements, so that they can be repeated with EXPLAIN. */
export function recordingClient(client: AnalyticsClient): { client: AnalyticsClient; sent: SentStatement[] } {
  const sent: SentStatement[] = [];
  const recording = new Proxy(client, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (property !== 'query') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      return (input: SentStatement) => {
        sent.push(input);
        return target.query(input);
      };
    },
  });
  return { client: recording, sent };
}

/**
 * Measures the rows and bytes that the engine counts while `ask` runs, and its estimate by table. No other statement
 * may run at the same time. The summary of an answer is not used, because it is approximate here.
 */
export async function engineWork(
  client: AnalyticsClient,
  sent: readonly SentStatement[],
  ask: () => Promise<unknown>,
): Promise<EngineWork> {
  const from = await readCounters(client);
  const first = sent.length;
  await ask();
  const to = await readCounters(client);
  const tables: Record<string, TableWork> = {};
  for (const { query, query_params } of sent.slice(first)) {
    const result = await client.query({
      query: `EXPLAIN ESTIMATE ${query}`,
      ...(query_params && { query_params }),
      format: 'JSONEachRow',
    });
    for (const { table, rows, parts } of await result.json<{ table: string; rows: string; parts: string }>()) {
      const before = tables[table] ?? { rows: 0, parts: 0 };
      tables[table] = { rows: before.rows + Number(rows), parts: before.parts + Number(parts) };
    }
  }
  return { rows: to.rows - from.rows, bytes: to.bytes - from.bytes, tables };
}

/** The amounts that the engine has read so far. */
export async function readCounters(client: AnalyticsClient): Promise<{ rows: number; bytes: number }> {
  const query = `SELECT sumIf(value, event = 'SelectedRows') AS rows, sumIf(value, event = 'SelectedBytes') AS bytes FROM system.events`;
  const result = await client.query({ query, format: 'JSONEachRow' });
  const [row] = await result.json<{ rows: string; bytes: string }>();
  return { rows: Number(row?.rows), bytes: Number(row?.bytes) };
}
