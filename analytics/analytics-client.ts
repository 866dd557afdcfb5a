import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';

export type AnalyticsClient = ClickHouseClient;

/** The maximum duration of any query. A dropped connection alone does not stop a query. */
const MAX_EXECUTION_SECONDS = 120;

/**
 * Creates the client for the facts, with the settings that all calls share.
 *
 * @param clickhouseUrl `http://user:password@host:port/database`
 */
export function createAnalyticsClient(clickhouseUrl: string): AnalyticsClient {
  return createClient({
    url: clickhouseUrl,
    application: 'truetally',
    // Every fault reaches its caller as an error; the log lines of the client would print settings on standard error.
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: (MAX_EXECUTION_SECONDS + 10) * 1_000,
    clickhouse_settings: {
      // 64-bit integers lose digits as JSON numbers.
      output_format_json_quote_64bit_integers: 1,
      max_execution_time: MAX_EXECUTION_SECONDS,
      // Keeps the connection from looking idle to the network while a long query runs.
      send_progress_in_http_headers: 1,
      http_headers_progress_interval_ms: '10000',
    },
  });
}
