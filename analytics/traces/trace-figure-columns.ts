import { TERMINAL_STATUSES } from '../../domain/insight/insight-sets.ts';

/**
 * The figures of a step or a trace, in the order of their sums. Each is a sum over requests, so figures of disjoint
 * sets of requests can be added. Counts of cost effects are signed.
 */
const TRACE_FIGURES = [
  'requests',
  // The endings are disjoint. Requests without one are the rest.
  ...TERMINAL_STATUSES,
  'streamed',
  'response_samples',
  /** Microseconds. */
  'response_time',
  'attempts',
  'measured',
  'total_tokens',
  'nanos',
  'priced',
  'pending_price',
  'unpriced',
  'adjustments',
] as const;
export type TraceFigure = (typeof TRACE_FIGURES)[number];

/** The expression of each figure over rows of `tracedRequests`. */
const EXPRESSIONS: Readonly<Record<TraceFigure, string>> = {
  requests: 'countIf(request.is_counted = 1)',
  succeeded: countOf('succeeded'),
  refused: countOf('refused'),
  failed: countOf('failed'),
  cancelled: countOf('cancelled'),
  partial: countOf('partial'),
  unknown: countOf('unknown'),
  streamed: 'countIf(request.is_streamed = 1)',
  response_samples: 'sum(request.samples)',
  response_time: 'sum(request.sampled)',
  attempts: 'sum(request.call_count)',
  measured: 'sum(request.usage_count)',
  total_tokens: 'sum(request.token_sum)',
  nanos: 'sum(request.amount_sum)',
  priced: 'sum(request.price_count)',
  pending_price: 'sum(request.awaited_count)',
  unpriced: 'sum(request.lacking_count)',
  adjustments: 'sum(request.correction_count)',
};

function countOf(status: (typeof TERMINAL_STATUSES)[number]): string {
  return `countIf(request.final_status = '${status}')`;
}

const SUMS = TRACE_FIGURES.map((figure) => `toString(${EXPRESSIONS[figure]})`);

/**
 * The columns of a step or a trace over rows of `tracedRequests` with the alias `request`: its times in Unix
 * milliseconds, and its figures as integers separated by spaces.
 */
export const MEASURE_COLUMNS = [
  'toUnixTimestamp64Milli(min(request.first_admission)) AS admitted',
  'toUnixTimestamp64Milli(min(request.first_fact)) AS first',
  'toUnixTimestamp64Milli(max(request.last_ending)) AS finished',
  `arrayStringConcat([${SUMS.join(', ')}], ' ') AS figures`,
] as const;

/** The columns of `MEASURE_COLUMNS` in the result of a statement. */
export interface MeasureRow {
  /** Null if the window has no admission. */
  readonly admitted: string | null;
  readonly first: string;
  /** Null if no request has ended. */
  readonly finished: string | null;
  readonly figures: string;
}

const POSITIONS = Object.fromEntries(TRACE_FIGURES.map((figure, position) => [figure, position])) as Readonly<
  Record<TraceFigure, number>
>;

/** One figure of a list of sums. */
export function traceFigure(sums: readonly bigint[], figure: TraceFigure): bigint {
  return sums[POSITIONS[figure]] ?? 0n;
}
