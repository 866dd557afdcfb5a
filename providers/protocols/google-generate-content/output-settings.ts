import { isJsonObject, type JsonObject } from '../../json-parts.ts';
import { requestField } from './request-field.ts';

export const OUTPUT_CAP_PATH = 'generationConfig.maxOutputTokens';

/** The value for a thinking budget that the model chooses itself, within the cap. */
const DYNAMIC = -1;

const MODALITIES = ['audio', 'image', 'video'] as const;

/** The settings of a request that decide the length of its answer, with names that state their position in the body. */
export function outputSettings(body: JsonObject): JsonObject {
  const config = requestField(body, 'generationConfig', 'generation_config');
  if (!isJsonObject(config)) return NOTHING_SAID;
  const thinking = requestField(config, 'thinkingConfig', 'thinking_config');
  const budget = isJsonObject(thinking) ? requestField(thinking, 'thinkingBudget', 'thinking_budget') : undefined;
  const modalities = requestField(config, 'responseModalities', 'response_modalities');
  return {
    [OUTPUT_CAP_PATH]: requestField(config, 'maxOutputTokens', 'max_output_tokens'),
    'generationConfig.candidateCount': requestField(config, 'candidateCount', 'candidate_count'),
    'generationConfig.thinkingConfig.thinkingBudget': budget === DYNAMIC ? undefined : budget,
    modalities: Array.isArray(modalities) ? MODALITIES.filter((name) => modalities.includes(name.toUpperCase())) : [],
  };
}

const NOTHING_SAID: JsonObject = {};
