import type { LatencySummary } from '../../contracts/insight/answer/answer-group.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import { TERMINAL_STATUSES } from '../../domain/insight/insight-sets.ts';
import { bucketQuantiles, exactQuantiles } from './quantiles.ts';

export type LatencyMetric = LatencySummary['metric'];
export type LatencyMethod = LatencySummary['method'];

/** Half of a sixteenth of an octave, rounded up to the thousandth. */
const BUCKET_ERROR = '0.022';

/** The measured durations of the requests that have one. */
export function readLatencySamples(terminals: readonly RequestTerminal[], metric: LatencyMetric): number[] {
  return terminals
    .map((terminal) => (metric === 'response_latency.v1' ? terminal.total_ms : terminal.first_output_ms))
    .filter((milliseconds) => milliseconds !== undefined);
}

/**
 * The summary of all samples, and of the samples of each outcome. It has no quantiles if samples are known to be
 * missing.
 */
export function latencySummary(
  terminals: readonly RequestTerminal[],
  metric: LatencyMetric,
  method: LatencyMethod,
  hasGaps: boolean,
): LatencySummary {
  const quantilesOf = method === 'exact' ? exactQuantiles : bucketQuantiles;
  const population = (
    outcome: LatencySummary['populations'][number]['outcome'],
    of: readonly RequestTerminal[],
  ): LatencySummary['populations'][number] => {
    const samples = readLatencySamples(of, metric);
    return {
      outcome,
      samples: String(samples.length),
      ...(samples.length > 0 && !hasGaps && { quantiles: quantilesOf(samples) }),
    };
  };
  const outcomes = TERMINAL_STATUSES.map((status) =>
    population(
      status,
      terminals.filter((terminal) => terminal.status === status),
    ),
  );
  return {
    metric,
    method,
    ...(method === 'log_buckets' && { max_relative_error: BUCKET_ERROR }),
    populations: [population('overall', terminals), ...outcomes.filter(({ samples }) => samples !== '0')],
  };
}
