import type { TraceFigures } from '../../contracts/traces/trace-figures.ts';
import type { CoverageEntry } from '../../domain/insight/coverage.ts';
import { TERMINAL_STATUSES } from '../../domain/insight/insight-sets.ts';
import { unavailableValue } from '../../domain/insight/measured-value.ts';
import { providerSpendValue } from '../../domain/insight/metrics/spend.ts';
import { tokensValue } from '../../domain/insight/metrics/tokens.ts';
import type { StepMeasures } from '../../domain/traces/build-trace-tree.ts';
import { traceFigure, type TraceFigure } from './trace-figure-columns.ts';

/** The conditions of all figures of an answer. */
export interface TraceTerms {
  /** The coverage entries of the window for traffic of gateways. */
  readonly gaps: readonly CoverageEntry[];
  readonly mayReadCost: boolean;
}

/** Microseconds of a millisecond. */
const PER_MILLISECOND = 1_000n;

/** The measures of a step or a trace in the form of an answer. */
export function toTraceFigures({ startMs, endMs, sums }: StepMeasures, terms: TraceTerms): TraceFigures {
  const sum = (figure: TraceFigure): bigint => traceFigure(sums, figure);
  const samples = sum('response_samples');
  return {
    started_at: new Date(startMs).toISOString(),
    ...(endMs !== undefined && { ended_at: new Date(endMs).toISOString(), duration_ms: String(endMs - startMs) }),
    requests: String(sum('requests')),
    outcomes: outcomesOf(sum),
    streamed: String(sum('streamed')),
    latency: { requests: String(samples), ...(samples > 0n && { sum_ms: millisecondsOf(sum('response_time')) }) },
    attempts: String(sum('attempts')),
    tokens: tokensValue(
      { attempts: sum('attempts'), measured: sum('measured'), total_tokens: sum('total_tokens') },
      terms.gaps,
    ),
    spend: terms.mayReadCost ? spendOf(sum, terms.gaps) : unavailableValue('scope_not_authorized'),
  };
}

function outcomesOf(sum: (figure: TraceFigure) => bigint): TraceFigures['outcomes'] {
  const outcomes: TraceFigures['outcomes'] = {};
  let pending = sum('requests');
  for (const status of TERMINAL_STATUSES) {
    const count = sum(status);
    if (count === 0n) continue;
    outcomes[status] = String(count);
    pending -= count;
  }
  if (pending > 0n) outcomes.pending = String(pending);
  return outcomes;
}

/** The value of `provider_spend.v1` over the cost effects. */
function spendOf(sum: (figure: TraceFigure) => bigint, gaps: readonly CoverageEntry[]): TraceFigures['spend'] {
  const sums = {
    attempts: sum('attempts'),
    nanos: sum('nanos'),
    // The value does not use the amount without adjustments.
    settled_nanos: 0n,
    priced: sum('priced'),
    pending: sum('pending_price'),
    unpriced: sum('unpriced'),
    adjustments: sum('adjustments'),
  };
  return providerSpendValue(sums, gaps);
}

/** Microseconds as milliseconds in decimal notation, without trailing zeros. */
function millisecondsOf(microseconds: bigint): string {
  const fraction = String(microseconds % PER_MILLISECOND)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${microseconds / PER_MILLISECOND}${fraction === '' ? '' : `.${fraction}`}`;
}
