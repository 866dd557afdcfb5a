import { MAX_ID_BYTES } from '../../wire/id-text.ts';

/** The limits of one question. The catalogue publishes all of them. */
export const QUERY_LIMITS = {
  /** Three years with a leap day, and a few days more, so that "three years until today" is always allowed. */
  max_window_days: 1_100,
  /** The age after which an echoed read context is refused with 410. */
  read_context_max_age_seconds: 86_400,
  max_page_size: 100,
  max_ids_per_list: 500,
  max_id_length: 128,
  max_metrics: 50,
  /** Rows of a drilldown that was opened from a chart: one page, without a cursor. */
  max_chart_rows: 100,
  /** The hours of a year and a day. A longer series at this grain is refused with `window_too_large`. */
  max_series_buckets: 8_808,
  /** Groups of one answer. Beyond the limit, complete facet values are omitted, and the answer is `truncated`. */
  max_groups: 10_000,
  /** Values of one facet in one purpose. Beyond the limit, the rarest are omitted, and the answer is `truncated`. */
  max_facet_values: 1_000,
  /**
   * The maximum of `top_values`: values of one facet with a group of their own, before one group for all others. To see
   * more values, omit `top_values`.
   */
  max_top_values: 25,
  /** The maximum number of dimensions of one question or filter. */
  max_dimensions: 3,
  /** Values of one dimension in one purpose with groups of their own, before one group for all others. */
  max_dimension_values: 100,
  default_dimension_values: 20,
  /** The number of samples up to which a latency is computed exactly; above it, log-spaced buckets are used. */
  max_exact_samples: 200_000,
  max_filter_bytes: MAX_ID_BYTES,
  /** The longest duration that a fact can hold, about 31 years. No latency bound has to exceed it. */
  max_latency_ms: 1_000_000_000_000,
  /** Seconds that ClickHouse may spend on one question before the question is refused with `budget_exceeded`. */
  query_budget_seconds: 30,
  query_budget_rows: 2_000_000_000,
  query_budget_memory_bytes: 1_073_741_824,
  /** The maximum number of result rows of one statement. The API adds them up in memory. */
  query_budget_result_rows: 250_000,
} as const;
