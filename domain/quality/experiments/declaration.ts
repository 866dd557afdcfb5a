/** The ways in which an experiment gets the answers that it scores. */
export const EXPERIMENT_INSTRUMENTS = ['judged_dataset_run', 'replay', 'shadow_dual_run'] as const;
export type ExperimentInstrument = (typeof EXPERIMENT_INSTRUMENTS)[number];

/** The bases that an arm may claim for its outcomes. `reported` outcomes are not verified. */
export const ARM_BASES = ['measured', 'reported'] as const;
export type ArmBasis = (typeof ARM_BASES)[number];

/** The parameters of the calls of a `replay` arm. For an absent parameter, the provider applies its default. */
interface ArmParameters {
  readonly max_output_tokens: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly seed?: number;
}

/** One arm of an experiment: whose answers it scores, and the evaluator that scores them. */
export interface ExperimentArm {
  /** The name of the arm, unique in the experiment. */
  readonly name: string;
  /** The model that answers; absent if the arm scores answers of any model. A `replay` calls it. */
  readonly model?: string;
  /** The connection of a `replay`. */
  readonly connection_id?: string;
  /** The system text of a `replay`; absent means the system text of each item. */
  readonly system?: string;
  /** The parameters of a `replay`. */
  readonly parameters?: ArmParameters;
  /** The routing tier of the scored answers; absent if the arm scores answers of any tier. */
  readonly tier?: string;
  /** The id of the evaluator: `judge.correctness`. */
  readonly evaluator: string;
  readonly metric: string;
  readonly basis: ArmBasis;
}

/** The names of the two arms that a verdict compares. */
export interface ExperimentPair {
  readonly baseline: string;
  readonly candidate: string;
}

/** Everything that an experiment declares before anything is scored. A declaration never changes. */
export interface ExperimentDeclaration {
  readonly dataset_id: string;
  readonly dataset_version: number;
  readonly instrument: ExperimentInstrument;
  /** 2 to 8 arms, in the order of their names. */
  readonly arms: readonly ExperimentArm[];
  readonly pair: ExperimentPair;
  /** The largest probability of a false `BEAT`, over all looks; above 0, at most 0.5. */
  readonly alpha: number;
  /** The advantage in pass rate that the candidate must exceed; from 0, below 1; null without one. */
  readonly margin: number | null;
  /** The maximum spend of a run, in nano-USD, as a decimal text. */
  readonly spend_ceiling_nano_usd: string;
  /** The segment whose items are scored; null for all items. */
  readonly segment: string | null;
}
