import type { CallSize } from '../../domain/comparisons/plan-cost.ts';
import type { ModelTargetV1 } from '../gateway/model-target.ts';
import { judgePrompt, type JudgedMaterial, type JudgePrompt } from './judge-prompt.ts';

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

/** How large a call is that forces a structured answer to one message. */
export function promptSize({ system, messages, structured }: JudgePrompt, maxOutputTokens: number): CallSize {
  const { name, description, schema } = structured;
  return {
    inputBytes: bytesOf([system, messages[0].content, name, description, JSON.stringify(schema)]),
    messages: messages.length + 1,
    isForced: true,
    maxOutputTokens,
  };
}

function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
