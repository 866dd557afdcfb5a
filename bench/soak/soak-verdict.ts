import { PROCESSES } from '../../testing/processes/system-world.ts';
import type { SampledProcess, SoakSample } from './soak-sample.ts';
import { fitTrend, type Trend } from './trend.ts';

/** The maximum slope of the trend line of flat memory. */
const MAX_MIB_A_MINUTE = 1;
/** The maximum total rise of the trend line, as a share of its start. */
const MAX_GROWTH = 0.1;
/** The maximum wait of bounded work, for any duration of the soak. */
const MAX_LAG_SECONDS = 60;
const MAX_OUTBOX_SECONDS = 60;

/**
 * The trend of a process's heap over the judged samples, in MiB. Other resident memory is bounded: the shared memory of
 * Postgres has a fixed size, and the operating system can drop file pages.
 */
export interface MemoryTrend extends Trend {
  readonly process: SampledProcess;
  readonly isFlat: boolean;
}

export function memoryTrends(samples: readonly SoakSample[]): MemoryTrend[] {
  return PROCESSES.map((process) => {
    const trend = fitTrend(samples.map(({ minute, memory }) => ({ minute, held: memory[process].heap })));
    const { from, to, perMinute } = trend;
    return { ...trend, process, isFlat: perMinute < MAX_MIB_A_MINUTE && to - from < MAX_GROWTH * from };
  });
}

/** The faults of the soak, according to its samples. */
export function findSampleFaults(samples: readonly SoakSample[]): string[] {
  const max = (of: (sample: SoakSample) => number): number => Math.max(...samples.map(of));
  const [outbox, lag] = [max((sample) => sample.outbox.oldestSeconds), max((sample) => sample.lag.seconds)];
  const dead = max((sample) => sample.outbox.dead);
  return [
    ...memoryTrends(samples)
      .filter(({ isFlat }) => !isFlat)
      .map(({ process, perMinute }) => `${process}: memory grows by ${perMinute.toFixed(2)} MiB a minute`),
    ...(outbox > MAX_OUTBOX_SECONDS ? [`an item of the outbox waited for ${outbox.toFixed(0)} s`] : []),
    ...(lag > MAX_LAG_SECONDS ? [`the indexer was ${lag.toFixed(0)} s behind the journal`] : []),
    ...(dead > 0 ? [`${dead} items of the outbox are dead`] : []),
  ];
}

/** The rule of flat memory as text. */
export const MEMORY_RULE = `flat: by least squares over the heaps in the last half, less than ${MAX_MIB_A_MINUTE} MiB a minute and less than ${MAX_GROWTH * 100} % from end to end`;
