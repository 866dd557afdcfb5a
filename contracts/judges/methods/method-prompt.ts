import type { OutcomeMetric } from '../../../domain/judges/evaluators.ts';
import type { StructuredPrompt } from '../../models/structured-prompt.ts';

/** The material of a judge: the question and the answer. */
export interface JudgedMaterial {
  readonly request: string;
  readonly response: string;
}

/** The prompt of a method that this build can apply. */
export interface MethodPrompt {
  readonly promptOf: (metric: OutcomeMetric, material: JudgedMaterial) => StructuredPrompt;
  /**
   * The texts that the digest of a judge covers in addition to the method, the instructions and the form of the answer.
   */
  readonly shaParts: (members: readonly { readonly model: string }[]) => readonly string[];
}
