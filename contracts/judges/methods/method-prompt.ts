import type { OutcomeMetric } from '../../../domain/judges/evaluators.ts';
import type { StructuredPrompt } from '../../models/structured-prompt.ts';

/** The material of a judge: the question and the answer. */
export interface JudgedMaterial {
  readonly request: string;
  readonly response: string;
}

/** The prompt of a method by which this version judges. */
export interface MethodPrompt {
  readonly promptOf: (metric: OutcomeMetric, material: JudgedMaterial) => StructuredPrompt;
  /**
   * The texts that the digest of a judge covers in addition to its method, its instructions and the form of its answer.
   */
  readonly shaParts: (members: readonly { readonly model: string }[]) => readonly string[];
}
