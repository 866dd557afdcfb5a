import { Gauge, type Registry } from 'prom-client';
import type { ExperimentGauges } from '../../store/quality/experiments/experiment-gauges.ts';
import type { ReadFigures } from './scrape.ts';

/** Metrics of the runs of experiments in the control plane. */
export function createExperimentMetrics(registry: Registry, experiments: ExperimentGauges): ReadFigures {
  const registers = [registry];
  const running = new Gauge({
    name: 'truetally_experiment_runs_running',
    help: 'Runs of experiments that have started and not ended.',
    registers,
  });
  const oldest = new Gauge({
    name: 'truetally_experiment_runs_oldest_running_seconds',
    help: 'Age of the oldest run of an experiment that has not ended; 0 without runs.',
    registers,
  });
  const still = new Gauge({
    name: 'truetally_experiment_runs_longest_still_seconds',
    help: 'Time since a run of an experiment last started or ended a call, or since its start without calls, for the run with the longest time; 0 without runs.',
    registers,
  });
  const calls = new Gauge({
    name: 'truetally_experiment_calls_in_flight',
    help: 'Calls of runs of experiments that are reserved and not settled.',
    registers,
  });
  return {
    source: 'experiments',
    metrics: [running, oldest, still, calls],
    async read() {
      const figures = await experiments.running();
      return () => {
        running.set(figures.runs);
        oldest.set(figures.oldestSeconds);
        still.set(figures.maxStillSeconds);
        calls.set(figures.callsInFlight);
      };
    },
  };
}
