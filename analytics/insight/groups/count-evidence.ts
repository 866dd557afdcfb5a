import type {
  AnswerGroup,
  CompletionEvidence,
  GroupProtection,
  LatencySummary,
  SpendEvidence,
} from '../../../contracts/insight/answer/answer-group.ts';
import type { Completion } from '../../../domain/insight/figures/completion.ts';
import { LATENCY_METRICS, type LatencyMeasure, type LatencyMetric } from '../../../domain/insight/group-sums.ts';
import { unavailableValue } from '../../../domain/insight/measured-value.ts';
import { isSplitByFacets, requireLatency, type GroupFigures } from '../../../domain/insight/metrics/group-figures.ts';
import { findProducedMetric } from '../../../domain/insight/metrics/metrics.ts';
import { protectionCounts } from '../../../domain/insight/metrics/protection.ts';
import type { GroupTerms } from './cells.ts';

/** The maximum relative error of a quantile from log-spaced buckets: half a bucket, 2^(1/32) - 1. */
const MAX_RELATIVE_ERROR = '0.022';

/** The kinds of counts that an answer shows, determined once, because it has thousands of groups. */
export interface EvidenceSelection {
  readonly money: boolean;
  /** The latencies in their requested order. */
  readonly latencies: readonly LatencyMetric[];
  readonly protection: boolean;
}

export function selectEvidence(metrics: readonly string[]): EvidenceSelection {
  return {
    money: metrics.some(asksMoney),
    latencies: metrics.flatMap((metric) => LATENCY_METRICS.filter((latency) => latency === metric)),
    protection: metrics.includes('protection.v1'),
  };
}

/** The counts behind a group's cells. They describe what was observed, and are shown even if a cell has no number. */
export function countEvidence(
  { money, latencies, protection }: EvidenceSelection,
  figures: GroupFigures,
  { traffic, mayReadCost }: GroupTerms,
): Pick<AnswerGroup, 'latency' | 'protection' | 'evidence_coverage'> {
  const completion = completionEvidence(figures.completion);
  const evidence_coverage = money ? { completion, spend: spendEvidence(figures, mayReadCost) } : { completion };
  const showsProtection = protection && isSplitByFacets('protection', figures);
  if (latencies.length === 0 && !showsProtection) return { evidence_coverage };
  return {
    ...(latencies.length > 0 && {
      latency: latencies.map((metric) => latencySummary(requireLatency(figures, metric), traffic.length > 0)),
    }),
    ...(showsProtection && { protection: protectionOf(figures) }),
    evidence_coverage,
  };
}

function asksMoney(metric: string): boolean {
  return findProducedMetric(metric)?.money ?? false;
}

/**
 * The latency of each population. A gap can shift the quantiles either way, so only the size of the population is shown
 * then.
 */
function latencySummary({ metric, method, populations }: LatencyMeasure, isGapped: boolean): LatencySummary {
  return {
    metric,
    method,
    ...(method === 'log_buckets' && { max_relative_error: MAX_RELATIVE_ERROR }),
    populations: populations.map(({ outcome, samples, quantiles }) => ({
      outcome,
      samples: String(samples),
      ...(quantiles !== undefined && !isGapped && { quantiles: { ...quantiles } }),
    })),
  };
}

function protectionOf(figures: GroupFigures): GroupProtection {
  const { observed, unknown } = protectionCounts(figures);
  const { eligible, evaluated, blocked, modified, errors, notExecuted, blockedRequests } = figures.protection;
  return {
    observed_requests: String(observed),
    unknown_requests: String(unknown),
    eligible: String(eligible),
    evaluated: String(evaluated),
    blocked: String(blocked),
    modified: String(modified),
    errors: String(errors),
    not_executed: String(notExecuted),
    blocked_requests: String(blockedRequests),
  };
}

function completionEvidence({
  observed,
  completed,
  refused,
  failed,
  partial,
  cancelled,
  pendingOrUnknown,
}: Completion): CompletionEvidence {
  const [numerator, denominator] = [String(completed), String(observed)];
  return {
    numerator,
    denominator,
    completed: numerator,
    refused: String(refused),
    failed: String(failed),
    partial: String(partial),
    cancelled: String(cancelled),
    pending_or_unknown: String(pendingOrUnknown),
  };
}

function spendEvidence(figures: GroupFigures, mayReadCost: boolean): SpendEvidence {
  const { sums } = figures;
  if (!mayReadCost) return unavailableValue('scope_not_authorized');
  if (!isSplitByFacets('cost_effects', figures) || sums.effects === 0n) return unavailableValue('not_observed');
  return {
    state: 'available',
    counts: {
      priced_effects: String(sums.priced),
      pending_effects: String(sums.pending),
      unpriced_effects: String(sums.unpriced),
      estimated_effects: String(sums.estimated),
      estimate_status_unknown_effects: String(sums.estimate_unknown),
      adjustment_effects: String(sums.adjustments),
    },
  };
}
