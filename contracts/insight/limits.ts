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
  max_filter_bytes: 512,
  /** What ClickHouse may spend on one question before it is refused with `budget_exceeded`. */
  query_budget_seconds: 30,
  query_budget_rows: 2_000_000_000,
  query_budget_memory_bytes: 1_073_741_824,
} as const;
