import { DefectError } from '../../../domain/kernel/errors.ts';
import { LATENCY_METRICS, type LatencyMetric, type LatencyPopulation } from '../../../domain/insight/group-sums.ts';
import { bucketQuantiles, exactQuantiles } from '../../../domain/insight/figures/latency.ts';
import { LATENCY_OUTCOMES, TERMINAL_STATUSES, type LatencyOutcome } from '../../../domain/insight/insight-sets.ts';
import { groupId } from '../question/group-id.ts';
import { planQuestionLayers, type Layer } from '../plan/layer-plan.ts';
import { LATENCY_METHODS, type LatencyMethod, type LatencyPlan } from '../plan/plan-latency.ts';
import type { RunQuestionQuery } from '../../statements/bound-query.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { countedLatencyQuery, type CountedLatencyRow } from '../sql/counted-latency-query.ts';
import { exactLatencyQuery, type ExactLatencyRow } from '../sql/exact-latency-query.ts';
import { groupKeys } from './group-keys.ts';
import { parseInteger, requireMember } from './read-values.ts';
import { readLayers } from './read-layers.ts';

/** The populations of one metric, by group id; a group without samples is absent. */
export type LatencyByGroup = ReadonlyMap<string, readonly LatencyPopulation[]>;

type Latencies = ReadonlyMap<LatencyMetric, LatencyByGroup>;

export interface MeasuredLatency {
  readonly metric: LatencyMetric;
  readonly method: LatencyMethod;
  readonly groups: LatencyByGroup;
}

/**
 * Measures the latencies of a question. The number of samples is known only after the sums are read. To save time, the
 * likely method starts concurrently if it costs little. The number of samples then decides, and the other method runs
 * if it is needed.
 *
 * @param samples the number of samples of a metric in the complete question; if it is zero, nothing is read after the
 *   sums
 */
export async function measureLatency(
  ask: RunQuestionQuery,
  question: FactsQuestion,
  plan: LatencyPlan,
  samples: Promise<(metric: LatencyMetric) => bigint>,
): Promise<MeasuredLatency[]> {
  const { layers, likely, maxExactSamples } = plan;
  const read = (method: LatencyMethod, metrics: readonly LatencyMetric[]): Promise<Latencies> =>
    method === 'exact' ? exactLatency(ask, question, metrics) : countedLatency(ask, question, metrics, layers);
  const methodOf = (count: bigint): LatencyMethod => (count <= maxExactSamples ? 'exact' : 'log_buckets');
  const decided = samples.then((samplesOf) =>
    Promise.all(
      LATENCY_METHODS.filter((method) => method !== likely).map((method) => {
        const chosen = question.latency.filter((metric) => {
          const count = samplesOf(metric);
          return count > 0n && methodOf(count) === method;
        });
        return read(method, chosen).then((latencies) => [method, latencies] as const);
      }),
    ),
  );
  const [samplesOf, begun, rest] = await Promise.all([samples, likely && read(likely, question.latency), decided]);
  const found = new Map(rest);
  if (likely !== undefined && begun !== undefined) found.set(likely, begun);
  return question.latency.map((metric) => {
    const method = methodOf(samplesOf(metric));
    return { metric, method, groups: found.get(method)?.get(metric) ?? new Map() };
  });
}

async function exactLatency(
  ask: RunQuestionQuery,
  question: FactsQuestion,
  metrics: readonly LatencyMetric[],
): Promise<Latencies> {
  if (metrics.length === 0) return new Map();
  const found = new Map(metrics.map((metric) => [metric, new Map<string, Map<LatencyOutcome, LatencyPopulation>>()]));
  for (const row of await ask<ExactLatencyRow>(exactLatencyQuery(question, metrics))) {
    const outcome = requireMember(LATENCY_OUTCOMES, row.population);
    for (const [index, metric] of metrics.entries()) {
      const samples = parseInteger(row.samples[index] ?? '');
      if (samples === 0n) continue;
      const quantiles = exactQuantiles((row.levels[index] ?? []).map(finite));
      for (const key of groupKeys(row, question)) {
        entry(found.get(metric), groupId(key)).set(outcome, { outcome, samples, quantiles });
      }
    }
  }
  return new Map([...found].map(([metric, groups]) => [metric, mapped(groups, inOrder)]));
}

async function countedLatency(
  ask: RunQuestionQuery,
  question: FactsQuestion,
  metrics: readonly LatencyMetric[],
  layers: readonly Layer[],
): Promise<Latencies> {
  if (metrics.length === 0) return new Map();
  const rows = await readLayers<CountedLatencyRow>(ask, planQuestionLayers(question, layers), layers, (plan) =>
    countedLatencyQuery(question, metrics, plan),
  );
  const found = new Map(metrics.map((metric) => [metric, new Map<string, Map<LatencyOutcome, Map<number, bigint>>>()]));
  for (const row of rows) {
    const ofMetric = found.get(requireMember(LATENCY_METRICS, row.metric));
    // Replaced endings add up to zero in rollups.
    const slots = row.slots.map((slot, index) => [slot, parseInteger(row.counts[index] ?? '')] as const);
    const measured = slots.filter(([, count]) => count !== 0n);
    if (measured.length === 0) continue;
    const status = requireMember(TERMINAL_STATUSES, row.status);
    for (const key of groupKeys(row, question)) {
      const populations = entry(ofMetric, groupId(key));
      for (const outcome of ['overall', status] as const) {
        const counts = populations.get(outcome) ?? new Map<number, bigint>();
        populations.set(outcome, counts);
        for (const [slot, count] of measured) counts.set(slot, (counts.get(slot) ?? 0n) + count);
      }
    }
  }
  const levels = (populations: Map<LatencyOutcome, Map<number, bigint>>): LatencyPopulation[] =>
    inOrder(new Map([...populations].map(([outcome, counts]) => [outcome, countedPopulation(outcome, counts)])));
  return new Map([...found].map(([metric, groups]) => [metric, mapped(groups, levels)]));
}

function countedPopulation(outcome: LatencyOutcome, counts: ReadonlyMap<number, bigint>): LatencyPopulation {
  const samples = [...counts.values()].reduce((total, count) => total + count, 0n);
  const quantiles = bucketQuantiles(counts);
  return { outcome, samples, ...(quantiles && { quantiles }) };
}

function inOrder(populations: ReadonlyMap<LatencyOutcome, LatencyPopulation>): LatencyPopulation[] {
  return LATENCY_OUTCOMES.flatMap((outcome) => populations.get(outcome) ?? []);
}

function mapped<From, To>(groups: ReadonlyMap<string, From>, to: (from: From) => To): Map<string, To> {
  return new Map([...groups].map(([id, from]) => [id, to(from)]));
}

function entry<Key, Value>(groups: Map<string, Map<Key, Value>> | undefined, id: string): Map<Key, Value> {
  if (groups === undefined) throw new DefectError('ClickHouse returned a latency that was not requested.');
  const held = groups.get(id) ?? new Map<Key, Value>();
  groups.set(id, held);
  return held;
}

function finite(level: number | null): number {
  if (level === null || !Number.isFinite(level)) throw new DefectError('ClickHouse answered no level over samples.');
  return level;
}
