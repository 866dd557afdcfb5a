import { isComputed, type ComputedMetric } from '../../contracts/insight/askable.ts';
import type { AnswerGroup, SpendCounts } from '../../contracts/insight/insight-answer.ts';
import { isMetric, MEASUREMENT_CATALOGUE, showsMoney } from '../../contracts/insight/measurement-catalogue.ts';
import type { ReadContext } from '../../contracts/insight/read-context.ts';
import { DefectError } from '../../domain/errors.ts';
import { completionRateValue, outcomesValue, requestsValue } from '../../domain/insight/completion.ts';
import { ingestGap, type CoverageEntry } from '../../domain/insight/coverage.ts';
import { coverageValue, freshnessLagValue } from '../../domain/insight/freshness.ts';
import { providerSpendValue, type SpendSums } from '../../domain/insight/spend.ts';
import { tokensValue } from '../../domain/insight/tokens.ts';
import { unavailable, type MeasuredValue } from '../../domain/insight/value.ts';
import type { OverviewSums } from './overview-sums.ts';

type Evidence = NonNullable<AnswerGroup['evidence_coverage']>;

/** The group of one purpose: a cell per metric in the order asked, and the counts behind them. */
export function overviewGroup(
  sums: OverviewSums,
  metrics: readonly string[],
  pin: ReadContext,
  mayReadCost: boolean,
): AnswerGroup {
  const spend = metrics.some(isMoney) ? { spend: spendEvidence(sums, mayReadCost) } : {};
  return {
    purpose: sums.purpose,
    cells: metrics.map((metric) => ({ metric, value: valueOf(metric, sums, pin, mayReadCost) })),
    evidence_coverage: { completion: completionEvidence(sums), ...spend },
  };
}

function valueOf(metric: string, sums: OverviewSums, pin: ReadContext, mayReadCost: boolean): MeasuredValue {
  if (!isMetric(metric)) return unavailable('metric_version_absent');
  if (MEASUREMENT_CATALOGUE[metric].producer !== 'produced') return unavailable('no_producer');
  if (showsMoney(metric) && !mayReadCost) return unavailable('scope_not_authorized');
  if (!isComputed(metric)) throw new DefectError(`The metric ${metric} passed as askable and is not computed.`);
  return computed(metric, sums, pin);
}

function computed(metric: ComputedMetric, sums: OverviewSums, pin: ReadContext): MeasuredValue {
  // Traffic comes through the gateway's journal alone, so that only its gaps can be missing from a figure of traffic.
  const gaps: CoverageEntry[] = pin.coverage.filter((entry) => entry === ingestGap('gateway_journal'));
  switch (metric) {
    case 'requests.v1':
      return requestsValue(sums.completion, gaps);
    case 'outcomes.v1':
      return outcomesValue(sums.completion, gaps);
    case 'completion_rate.v1':
      return completionRateValue(sums.completion, gaps);
    case 'provider_spend.v1':
      return providerSpendValue(sums.spend, sums.tokens.attempts, gaps);
    case 'tokens.v1':
      return tokensValue(sums.tokens, gaps);
    case 'freshness_lag.v1':
      return freshnessLagValue(lastIndexedAt(pin), new Date(pin.evaluated_at));
    case 'coverage.v1':
      return coverageValue(
        pin.watermarks.some((watermark) => watermark.last_indexed_at !== undefined),
        pin.coverage,
      );
  }
}

function lastIndexedAt(pin: ReadContext): Date | undefined {
  const text = pin.watermarks.find((watermark) => watermark.producer_class === 'gateway_journal')?.last_indexed_at;
  return text === undefined ? undefined : new Date(text);
}

function isMoney(metric: string): boolean {
  return isMetric(metric) && showsMoney(metric) && isComputed(metric);
}

function completionEvidence({ completion }: OverviewSums): Evidence['completion'] {
  return {
    numerator: String(completion.completed),
    denominator: String(completion.observed),
    completed: String(completion.completed),
    refused: String(completion.refused),
    failed: String(completion.failed),
    partial: String(completion.partial),
    cancelled: String(completion.cancelled),
    pending_or_unknown: String(completion.pendingOrUnknown),
  };
}

function spendEvidence({ effects, spend }: OverviewSums, mayReadCost: boolean): NonNullable<Evidence['spend']> {
  if (!mayReadCost) return { state: 'unavailable', reason: 'scope_not_authorized' };
  if (effects === 0n) return { state: 'unavailable', reason: 'not_observed' };
  return { state: 'available', counts: spendCounts(spend) };
}

function spendCounts(spend: SpendSums): SpendCounts {
  return {
    priced_effects: String(spend.priced),
    pending_effects: String(spend.pending),
    unpriced_effects: String(spend.unpriced),
    estimated_effects: String(spend.estimated),
    estimate_status_unknown_effects: String(spend.estimateUnknown),
    adjustment_effects: String(spend.adjustments),
  };
}
