import { endingName } from '../read-span-error.ts';
import type { SpanAttributes } from '../span-attributes.ts';
import { countedTokens, readRecordError, type ReadRecord } from './recorded-call.ts';

const TOKENS = [
  ...['input_token_count', 'output_token_count', 'cached_content_token_count', ''],
  'thoughts_token_count',
];

/**
 * Reads an answer of Gemini, which counts thinking in addition to the output, and prompts of tools in addition to the
 * input.
 */
export const readGeminiResponse: ReadRecord = (attributes) => {
  const counted = countedTokens(attributes, TOKENS);
  return {
    provider: providerOf(attributes),
    durationMs: attributes.number(['duration_ms']),
    usage: counted && {
      ...counted,
      input: counted.input + (attributes.number(['tool_token_count']) ?? 0),
      output: counted.output + (counted.reasoning ?? 0),
    },
    error: undefined,
    ending: endingName(attributes.text(['finish_reasons', 'gen_ai.response.finish_reasons'])),
  };
};

export const readGeminiError: ReadRecord = (attributes) => ({
  provider: providerOf(attributes),
  durationMs: attributes.number(['duration_ms']),
  usage: undefined,
  error: readRecordError(attributes, ['status_code', 'http.status_code']),
});

function providerOf(attributes: SpanAttributes): string {
  return attributes.text(['auth_type']) === 'vertex-ai' ? 'gcp.vertex_ai' : 'gcp.gemini';
}
