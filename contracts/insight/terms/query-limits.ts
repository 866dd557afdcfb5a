import { MAX_ID_BYTES } from '../../wire/id-text.ts';

/** Bounds on one question. All are published with the catalogue. */
export const QUERY_LIMITS = {
  /** Three leap-safe years and a few days, so that "three years until today" is always askable. */
  max_window_days: 1_100,
  /** Age after which an echoed read context answers 410. */
  read_context_max_age_seconds: 86_400,
  max_page_size: 100,
  max_ids_per_list: 500,
  max_id_length: 128,
  max_metrics: 50,
  /** Rows of a drilldown that was opened from a chart: one page, without a cursor. */
  max_chart_rows: 100,
  /** A year of hours, and a day. A longer series at this grain is refused with `window_too_large`. */
  max_series_buckets: 8_808,
  /** Groups of one answer; beyond it whole facet values are left out and the answer is `truncated`. */
  max_groups: 10_000,
  /** Values of one facet in one purpose; beyond it the rarest are left out and the answer is `truncated`. */
  max_facet_values: 1_000,
  /** Values of one facet that are shown by themselves before all others of it; more are asked for without that. */
  max_top_values: 25,
  /** Samples up to which a latency is computed exactly; above, from log-spaced buckets. */
  max_exact_samples: 200_000,
  max_filter_bytes: MAX_ID_BYTES,
  /** The longest duration that a fact can tell, some 31 years; no bound of a latency need lie beyond. */
  max_latency_ms: 1_000_000_000_000,
  /** Seconds that ClickHouse may spend on one question before it is refused with `budget_exceeded`. */
  query_budget_seconds: 30,
  query_budget_rows: 2_000_000_000,
  query_budget_memory_bytes: 1_073_741_824,
  /** Rows that one statement of a question may answer: they are added up in the memory of the API. */
  query_budget_result_rows: 250_000,
} as const;
