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
  /** Calls of a process that are on their way at once. */
  readonly concurrency: number;
}

/** The one place where defaults of the block are applied. */
export function shadowSettings({ sample_rate: sampleRate, concurrency }: ShadowBlock = {}): ShadowSettings {
  return {
    sampleRate: sampleRate ?? SHADOW_DEFAULTS.sampleRate,
    concurrency: concurrency ?? SHADOW_DEFAULTS.concurrency,
  };
}
