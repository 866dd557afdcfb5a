import type { EvalsBlock } from './evals-block.ts';

/** The settings of drift detection. */
export interface DriftSettings {
  /** The configured ids of detectors, in the order of the file. Reads drop unknown ids. */
  readonly detectors: readonly string[];
}

/** The settings of a block that has no faults. */
export function driftSettings({ drift }: Pick<EvalsBlock, 'drift'> = {}): DriftSettings {
  return { detectors: (drift?.detectors ?? []).filter((id) => id !== undefined) };
}
