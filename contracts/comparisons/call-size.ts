import type { CallSize } from '../../domain/models/call-cost.ts';
import { bytesOf, promptSize } from '../models/prompt-size.ts';
import type { ModelTargetV1 } from '../models/model-target.ts';
import { judgePrompt, type JudgedMaterial } from './judge-prompt.ts';

/** How large the call of a case on an arm is. */
export function armCallSize(target: ModelTargetV1, messages: readonly { readonly content: string }[]): CallSize {
  const { system, parameters } = target;
  return {
    inputBytes: bytesOf([system, ...messages.map(({ content }) => content)]),
    messages: messages.length + 1,
    isForced: false,
    maxOutputTokens: parameters.max_output_tokens,
  };
}

/** How large the call of a judge for an answer is. */
export function judgeCallSize(material: JudgedMaterial, maxOutputTokens: number): CallSize {
  return promptSize(judgePrompt(material), maxOutputTokens);
}
