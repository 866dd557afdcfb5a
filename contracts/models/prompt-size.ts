import type { CallSize } from '../../domain/models/call-cost.ts';
import type { StructuredPrompt } from './structured-prompt.ts';

/** The size of a call that forces a structured answer to one message. */
export function promptSize({ system, messages, structured }: StructuredPrompt, maxOutputTokens: number): CallSize {
  const { name, description, schema } = structured;
  return {
    inputBytes: totalUtf8Bytes([system, messages[0].content, name, description, JSON.stringify(schema)]),
    messages: messages.length + 1,
    isForced: true,
    maxOutputTokens,
  };
}

/** The total length of texts in UTF-8 bytes. */
export function totalUtf8Bytes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
