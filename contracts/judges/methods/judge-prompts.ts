import { createHash } from 'node:crypto';
import type { ComposedMethodId } from '../../../domain/judges/methods/judge-methods.ts';
import type { JudgingEvaluator } from '../../../domain/judges/work/judging-evaluator.ts';
import type { StructuredPrompt } from '../../models/structured-prompt.ts';
import type { JudgedMaterial, MethodPrompt } from './method-prompt.ts';
import { PANEL_PROMPT } from './panel.ts';
import { POINTWISE_BOOL_PROMPT } from './pointwise-bool.ts';

/** The version of the evaluators: of the material that they judge, and of the outcomes that they write. */
export const EVALUATOR_VERSION = '1';

/**
 * The maximum of output tokens of a judge, for its reason and its verdict. Models that reason first need most of them
 * for that.
 */
export const JUDGE_OUTPUT_TOKENS = 4_096;

const PROMPT_SHA_DIGITS = 12;

const PROMPTS: Readonly<Record<ComposedMethodId, MethodPrompt>> = {
  'pointwise-bool': POINTWISE_BOOL_PROMPT,
  panel: PANEL_PROMPT,
};

/** The prompt that an evaluator sends to its models about an answer. */
export function judgePrompt(
  { method, metric }: Pick<JudgingEvaluator, 'method' | 'metric'>,
  material: JudgedMaterial,
): StructuredPrompt {
  return PROMPTS[method].promptOf(metric, material);
}

/**
 * The digest that identifies an evaluator as a judge. It covers the method, the instructions and the form of the
 * answer. For a panel it also covers the models of its members, in any order. A change to any of them makes it another
 * judge.
 */
export function promptShaOf(evaluator: Pick<JudgingEvaluator, 'metric' | 'method' | 'seats'>): string {
  const { method, seats } = evaluator;
  const { system, structured } = judgePrompt(evaluator, { request: '', response: '' });
  const parts = JSON.stringify([method, system, structured, ...PROMPTS[method].shaParts(seats)]);
  return createHash('sha256').update(parts).digest('hex').slice(0, PROMPT_SHA_DIGITS);
}
