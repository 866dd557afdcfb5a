/** The defaults of the block. */
export const SHADOW_DEFAULTS = { sampleRate: 0, concurrency: 4 } as const;

/** The block `shadow` of the configuration file. */
export interface ShadowBlock {
  readonly sample_rate?: number;
  readonly concurrency?: number;
}

/** The block with its defaults. */
export interface ShadowSettings {
  readonly sampleRate: number;
  /** The maximum number of shadow calls in flight in a process. */
  readonly concurrency: number;
}

/** The settings of shadow calls. Defaults are applied only here. */
export function shadowSettings({ sample_rate: sampleRate, concurrency }: ShadowBlock = {}): ShadowSettings {
  return {
    sampleRate: sampleRate ?? SHADOW_DEFAULTS.sampleRate,
    concurrency: concurrency ?? SHADOW_DEFAULTS.concurrency,
  };
}
