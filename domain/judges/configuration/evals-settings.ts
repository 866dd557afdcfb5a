import { DEFAULT_METHOD } from '../methods/judge-methods.ts';
import { CALIBRATION_DEFAULTS, calibrationSettings, type CalibrationSettings } from './calibration-settings.ts';
import { FROZEN_FLOORS } from './floors.ts';
import type { EvalsBlock, GoldSource } from './evals-block.ts';
import { periodMs } from './period-ms.ts';

/** The defaults of the block, in the notation of the file. They are never written into the file. */
export const EVALS_DEFAULTS = {
  otel_ingest: false,
  method: DEFAULT_METHOD.id,
  // These two accept only one value.
  self_consistency_k: 1,
  rule: 'majority',
  require_iaa: false,
  gold_sources: ['outcomes'] as readonly GoldSource[],
  min_kappa: FROZEN_FLOORS.judge_kappa_floor,
  min_coverage: FROZEN_FLOORS.judge_coverage_floor,
  selective_risk: 0.05,
  auto_validate: false,
  interval: '24h',
  interval_ms: 86_400_000,
  new_labels_threshold: 25,
  annotation_queue: false,
  ...CALIBRATION_DEFAULTS,
} as const;

/** The settings for the validation of judges. */
export interface ValidationSettings {
  readonly requireIaa: boolean;
  readonly goldSources: readonly GoldSource[];
  readonly minKappa: number;
  /** The minimum coverage: the share of the labelled rows sent to a judge that it must pass or fail. */
  readonly minCoverage: number;
  /** Alpha, the maximum share of wrong verdicts in an accepted region. */
  readonly selectiveRisk: number;
  readonly autoValidate: AutoValidateSettings;
}

export interface AutoValidateSettings {
  readonly isEnabled: boolean;
  readonly intervalMs: number;
  /** The number of new labels after which validation runs again. */
  readonly newLabels: number;
}

/** The block with its defaults, for the code that uses it. */
export interface EvalsSettings {
  /** True if outcomes are accepted as OpenTelemetry events. */
  readonly otelIngest: boolean;
  readonly validation: ValidationSettings;
  readonly annotationQueue: boolean;
  readonly calibration: CalibrationSettings;
  /** The configured ids of drift detectors, in the order of the file. Reads drop unknown ids. */
  readonly driftDetectors: readonly string[];
}

/** The settings of a block that has no faults. Defaults are applied only here. */
export function evalsSettings(block: EvalsBlock = {}): EvalsSettings {
  return {
    otelIngest: block.outcomes?.otel_ingest ?? EVALS_DEFAULTS.otel_ingest,
    validation: validationSettings(block.validation ?? {}),
    annotationQueue: block.annotation_queue?.enabled ?? EVALS_DEFAULTS.annotation_queue,
    calibration: calibrationSettings(block),
    driftDetectors: present(block.drift?.detectors ?? []),
  };
}

function validationSettings(block: NonNullable<EvalsBlock['validation']>): ValidationSettings {
  return {
    requireIaa: block.require_iaa ?? EVALS_DEFAULTS.require_iaa,
    goldSources: present(block.gold_sources ?? EVALS_DEFAULTS.gold_sources),
    minKappa: block.min_kappa ?? EVALS_DEFAULTS.min_kappa,
    minCoverage: block.min_coverage ?? EVALS_DEFAULTS.min_coverage,
    selectiveRisk: block.selective_risk ?? EVALS_DEFAULTS.selective_risk,
    autoValidate: {
      isEnabled: block.auto_validate?.enabled ?? EVALS_DEFAULTS.auto_validate,
      intervalMs: periodMs(block.auto_validate?.interval) ?? EVALS_DEFAULTS.interval_ms,
      newLabels: block.auto_validate?.new_labels_threshold ?? EVALS_DEFAULTS.new_labels_threshold,
    },
  };
}

function present<Item>(items: readonly (Item | undefined)[]): Item[] {
  return items.filter((item) => item !== undefined);
}
