import type { OutcomeMetric } from '../evaluators.ts';
import type { JudgeMethodId } from '../methods/judge-methods.ts';
import type { MethodSettings } from '../methods/judge-method.ts';

/** The sources of labels for the gold set. */
export const GOLD_SOURCES = ['outcomes', 'feedback'] as const;
export type GoldSource = (typeof GOLD_SOURCES)[number];

/** The ways to reach a scorer; an evaluator has at most one. */
export const SCORER_TRANSPORTS = ['judge', 'sidecar', 'sidecar_judge'] as const;
export type ScorerTransport = (typeof SCORER_TRANSPORTS)[number];

export interface JudgeBlock extends MethodSettings {
  readonly external?: string;
  /** The method; undefined if the written value is not a method. */
  readonly method?: JudgeMethodId | undefined;
  readonly self_consistency_k?: number;
}

export interface SidecarJudgeBlock {
  readonly method?: string;
  readonly rubric?: { readonly id?: string };
}

export interface EvaluatorEntry {
  readonly id?: string;
  readonly sample_rate?: number;
  readonly max_usd_per_day?: number;
  readonly judge?: JudgeBlock;
  readonly sidecar?: object;
  readonly sidecar_judge?: SidecarJudgeBlock;
}

/**
 * The parts of the block `evals` of the configuration file that rules read. All of them are optional, because the rules
 * check what remains of a file after members with a wrong form are removed.
 */
export interface EvalsBlock {
  readonly outcomes?: { readonly api_enabled?: boolean; readonly otel_ingest?: boolean };
  readonly evaluators?: readonly (EvaluatorEntry | undefined)[];
  readonly validation?: {
    readonly require_iaa?: boolean;
    readonly gold_sources?: readonly (GoldSource | undefined)[];
    readonly min_kappa?: number;
    readonly min_coverage?: number;
    readonly selective_risk?: number;
    readonly auto_validate?: {
      readonly enabled?: boolean;
      readonly interval?: string | number;
      readonly new_labels_threshold?: number;
    };
  };
  readonly annotation_queue?: { readonly enabled?: boolean };
  readonly calibration?: {
    readonly quality?: {
      readonly enabled?: boolean;
      readonly confidence?: number;
      readonly min_n?: number;
      readonly refit_interval?: string | number;
      readonly tolerance?: number;
      readonly tolerances?: Readonly<Partial<Record<OutcomeMetric, number>>>;
    };
  };
  readonly drift?: { readonly detectors?: readonly (string | undefined)[] };
}
