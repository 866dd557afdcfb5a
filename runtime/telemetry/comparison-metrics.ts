import { Counter, Gauge, type Registry } from 'prom-client';
import type { ComparisonGauges } from '../../store/comparisons/comparison-gauges.ts';
import type { ReadFigures } from './scrape.ts';

const NANOS_OF_A_DOLLAR = 1e9;

/** Metrics of comparison runs in the control plane. */
export function createComparisonMetrics(registry: Registry, comparisons: ComparisonGauges): ReadFigures {
  const registers = [registry];
  const count = new Gauge({
    name: 'truetally_comparison_runs_unsettled',
    help: 'Comparison runs that have started and not ended.',
    labelNames: ['state'],
    registers,
  });
  const still = new Gauge({
    name: 'truetally_comparison_runs_longest_still_seconds',
    help: 'Time since the last start or end of a call, for the run with the longest time; 0 without runs.',
    labelNames: ['state'],
    registers,
  });
  const reserved = new Gauge({
    name: 'truetally_comparison_reserved_usd',
    help: 'Maximum cost of the calls in flight, in all workspaces.',
    registers,
  });
  const settled = new Counter({
    name: 'truetally_comparison_settled_usd_total',
    help: 'Charges of the calls of comparison runs, in all workspaces.',
    registers,
  });
  const effects = new Gauge({
    name: 'truetally_comparison_unknown_effects_last_hour',
    help: 'Calls that ended within the last hour with an unknown effect.',
    registers,
  });
  const verdicts = new Gauge({
    name: 'truetally_comparison_unknown_verdicts_last_hour',
    help: 'Unknown verdicts of the last hour, by reason.',
    labelNames: ['reason'],
    registers,
  });
  return {
    source: 'comparisons',
    metrics: [count, still, reserved, settled, effects, verdicts],
    async read() {
      const [runs, spend, lastHour] = await Promise.all([
        comparisons.runs(),
        comparisons.spend(),
        comparisons.lastHour(),
      ]);
      return () => {
        for (const [state, figures] of runs) {
          count.set({ state }, figures.count);
          still.set({ state }, figures.maxStillSeconds);
        }
        reserved.set(Number(spend.reserved) / NANOS_OF_A_DOLLAR);
        settled.inc(Number(spend.settled) / NANOS_OF_A_DOLLAR);
        effects.set(lastHour.unknownEffects);
        for (const [reason, number] of lastHour.unknownVerdicts) verdicts.set({ reason }, number);
      };
    },
  };
}
