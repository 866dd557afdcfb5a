import type { TraceFigures } from '../../contracts/traces/trace-figures.ts';
import type { CoverageEntry } from '../../domain/insight/coverage.ts';
import { TERMINAL_STATUSES } from '../../domain/insight/insight-sets.ts';
import { unavailableValue } from '../../domain/insight/measured-value.ts';
import { providerSpendValue } from '../../domain/insight/metrics/spend.ts';
import { tokensValue } from '../../domain/insight/metrics/tokens.ts';
import { startOf, type StepMeasures } from '../../domain/traces/step-measures.ts';
import { traceFigure } from './trace-figure-columns.ts';

/** The conditions of all figures of an answer. */
export interface TraceTerms {
  /** The coverage entries of the window for traffic of gateways. */
  readonly gaps: readonly CoverageEntry[];
  readonly mayReadCost: boolean;
}

/** Microseconds of a millisecond. */
const PER_MILLISECOND = 1_000n;

/** The measures of a step or a trace in the form of an answer. */
export function toTraceFigures(measures: StepMeasures, terms: TraceTerms): TraceFigures {
  const { endMs, sums } = measures;
  const startMs = startOf(measures);
  const samples = traceFigure(sums, 'response_samples');
  return {
    started_at: new Date(startMs).toISOString(),
    ...(endMs !== undefined && { ended_at: new Date(endMs).toISOString(), duration_ms: String(endMs - startMs) }),
    requests: String(traceFigure(sums, 'requests')),
    outcomes: outcomesOf(sums),
    streamed: String(traceFigure(sums, 'streamed')),
    latency: {
      requests: String(samples),
      ...(samples > 0n && { sum_ms: millisecondsOf(traceFigure(sums, 'response_time')) }),
    },
    attempts: String(traceFigure(sums, 'attempts')),
    tokens: tokensValue(
      {
        attempts: traceFigure(sums, 'attempts'),
        measured: traceFigure(sums, 'measured'),
        total_tokens: traceFigure(sums, 'total_tokens'),
      },
      terms.gaps,
    ),
    spend: terms.mayReadCost ? spendOf(sums, terms.gaps) : unavailableValue('scope_not_authorized'),
  };
}

function outcomesOf(sums: StepMeasures['sums']): TraceFigures['outcomes'] {
  const outcomes: TraceFigures['outcomes'] = {};
  let pending = traceFigure(sums, 'requests');
  for (const status of TERMINAL_STATUSES) {
    const count = traceFigure(sums, status);
    if (count === 0n) continue;
    outcomes[status] = String(count);
    pending -= count;
  }
  if (pending > 0n) outcomes.pending = String(pending);
  return outcomes;
}

/** The value of `provider_spend.v1` over the cost effects. */
function spendOf(sums: StepMeasures['sums'], gaps: readonly CoverageEntry[]): TraceFigures['spend'] {
  return providerSpendValue(
    {
      attempts: traceFigure(sums, 'attempts'),
      nanos: traceFigure(sums, 'nanos'),
      // The value does not use the amount without adjustments.
      settled_nanos: 0n,
      priced: traceFigure(sums, 'priced'),
      pending: traceFigure(sums, 'pending_price'),
      unpriced: traceFigure(sums, 'unpriced'),
      adjustments: traceFigure(sums, 'adjustments'),
    },
    gaps,
  );
}

/** Microseconds as milliseconds in decimal notation, without trailing zeros. */
function millisecondsOf(microseconds: bigint): string {
  const fraction = String(microseconds % PER_MILLISECOND)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${microseconds / PER_MILLISECOND}${fraction === '' ? '' : `.${fraction}`}`;
}
