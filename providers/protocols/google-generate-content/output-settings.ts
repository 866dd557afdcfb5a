import { isObject, type JsonObject } from '../../json-parts.ts';
import { fieldOf } from './field-of.ts';

export const OUTPUT_CAP = 'generationConfig.maxOutputTokens';

/** The value for a thinking budget that the model chooses itself, within the cap. */
const DYNAMIC = -1;

const MODALITIES = ['audio', 'image', 'video'] as const;

/** The settings of a request that decide the length of its answer, with names that state their position in the body. */
export function outputSettings(body: JsonObject): JsonObject {
  const config = fieldOf(body, 'generationConfig', 'generation_config');
  if (!isObject(config)) return NOTHING_SAID;
  const thinking = fieldOf(config, 'thinkingConfig', 'thinking_config');
  const budget = isObject(thinking) ? fieldOf(thinking, 'thinkingBudget', 'thinking_budget') : undefined;
  const modalities = fieldOf(config, 'responseModalities', 'response_modalities');
  return {
    [OUTPUT_CAP]: fieldOf(config, 'maxOutputTokens', 'max_output_tokens'),
    'generationConfig.candidateCount': fieldOf(config, 'candidateCount', 'candidate_count'),
    'generationConfig.thinkingConfig.thinkingBudget': budget === DYNAMIC ? undefined : budget,
    modalities: Array.isArray(modalities) ? MODALITIES.filter((name) => modalities.includes(name.toUpperCase())) : [],
  };
}

const NOTHING_SAID: JsonObject = {};
