import { PROCESSES } from '../../testing/processes/system-world.ts';
import { formatSpread } from '../reports/spread.ts';
import type { SoakSample } from './soak-sample.ts';
import { memoryTrends } from './soak-verdict.ts';

/** One slice of the soak. */
export interface SoakSlice {
  readonly samples: readonly SoakSample[];
  /** The milliseconds of each piece of work in the slice, by kind. */
  readonly times: readonly (readonly [name: string, times: readonly number[]])[];
}

/** The lines of a slice: its mean memory in MiB (resident memory, and the heap as a part of it), and its times. */
export function formatSlice({ samples, times }: SoakSlice): string[] {
  const mean = (of: (sample: SoakSample) => number): string =>
    (samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length).toFixed(0);
  const max = (of: (sample: SoakSample) => number): string => Math.max(...samples.map(of)).toFixed(1);
  const from = samples[0]?.minute ?? 0;
  const to = samples.at(-1)?.minute ?? 0;
  const memory = PROCESSES.map(
    (name) =>
      `${name} ${mean(({ memory }) => memory[name].resident)} (${mean(({ memory }) => memory[name].heap)} heap)`,
  );
  return [
    `minute ${from.toFixed(0)} to ${to.toFixed(0)}`,
    `  MiB      ${memory.join(', ')}`,
    `  outbox   at most ${max(({ outbox }) => outbox.waiting)} waiting, the oldest for ${max(({ outbox }) => outbox.oldestSeconds)} s`,
    `  indexer  at most ${max(({ lag }) => lag.lines)} lines behind, the oldest for ${max(({ lag }) => lag.seconds)} s`,
    ...times
      .filter(([, taken]) => taken.length > 0)
      .map(([name, taken]) => `  ${name.padEnd(9)}${formatSpread(taken)}, ${taken.length} of them`),
  ];
}

/** The lines about the trend of each process's heap, from the judged samples. */
export function formatTrends(samples: readonly SoakSample[]): string[] {
  return memoryTrends(samples).map(({ process, from, to, perMinute, isFlat }) => {
    const path = `${from.toFixed(1)} → ${to.toFixed(1)} MiB`;
    return `  ${process.padEnd(11)}${path.padStart(22)}  ${perMinute.toFixed(3).padStart(7)} MiB a minute  ${isFlat ? 'flat' : 'GROWS'}`;
  });
}
