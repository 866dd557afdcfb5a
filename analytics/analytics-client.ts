import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';

export type AnalyticsClient = ClickHouseClient;

/** No query of the house may run longer; a dropped answer does not stop a query by itself. */
const MAX_EXECUTION_SECONDS = 120;

/**
 * The client of the facts, with the settings that every call of the house shares.
 *
 * @param clickhouseUrl `http://user:password@host:port/database`
 */
export function createAnalyticsClient(clickhouseUrl: string): AnalyticsClient {
  return createClient({
    url: clickhouseUrl,
    application: 'truetally',
    // Every fault reaches its caller as an error; the client's own lines would show settings on standard error.
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: (MAX_EXECUTION_SECONDS + 10) * 1_000,
    clickhouse_settings: {
      // 64-bit integers lose digits as JSON numbers.
      output_format_json_quote_64bit_integers: 1,
      max_execution_time: MAX_EXECUTION_SECONDS,
      // Keeps an idle connection alive on its way while a long query runs.
      send_progress_in_http_headers: 1,
      http_headers_progress_interval_ms: '10000',
    },
  });
}
