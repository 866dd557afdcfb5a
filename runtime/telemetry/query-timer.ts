import type { ClickHouseClient } from '@clickhouse/client';
import { Histogram, type Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Query = ClickHouseClient['query'];

/** A wrapper that times the statements of insight and quality reads in ClickHouse, by the tag of each statement. */
export type TimeQueries = (clickhouse: { readonly query: Query }) => { readonly query: Query };

export function createQueryTimer(registry: Registry): TimeQueries {
  const durations = new Histogram({
    name: 'truetally_clickhouse_query_duration_seconds',
    help: 'Time from the sending of a statement of an insight or quality read to ClickHouse until its answer starts, or it fails.',
    labelNames: ['query', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  return (clickhouse) => {
    const query = async (...parts: Parameters<Query>): Promise<unknown> => {
      const tag = parts[0].clickhouse_settings?.log_comment;
      const end = durations.startTimer({ query: typeof tag === 'string' ? tag : 'other' });
      try {
        const answer = await clickhouse.query(...parts);
        end({ outcome: 'answered' });
        return answer;
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      }
    };
    // The type of the answer depends on the requested format, which is passed on unchanged.
    return { query: query as Query };
  };
}
