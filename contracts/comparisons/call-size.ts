import type { CallSize } from '../../domain/models/call-cost.ts';
import { totalUtf8Bytes, promptSize } from '../models/prompt-size.ts';
import type { ModelTargetV1 } from '../models/model-target.ts';
import { verdictPrompt, type VerdictMaterial } from './verdict-prompt.ts';

/** The size of the call for a case on an arm. */
export function armCallSize(target: ModelTargetV1, messages: readonly { readonly content: string }[]): CallSize {
  const { system, parameters } = target;
  return {
    inputBytes: totalUtf8Bytes([system, ...messages.map(({ content }) => content)]),
    messages: messages.length + 1,
    isForced: false,
    maxOutputTokens: parameters.max_output_tokens,
  };
}

/** The size of a judge's call for an answer. */
export function judgeCallSize(material: VerdictMaterial, maxOutputTokens: number): CallSize {
  return promptSize(verdictPrompt(material), maxOutputTokens);
}
