import { isJsonObject, type JsonObject } from '../../json-parts.ts';
import type { RequestFault } from '../shared/request-fault.ts';
import { requestField } from './request-field.ts';

const MODEL_IN_BODY: RequestFault = {
  message: 'The path already names the model. Leave the member `model` out of the body.',
  code: 'model_in_body',
  param: 'model',
};

/** The maximum length of a name, longer than any name of the API. */
const MAX_NAME = 64;

/**
 * The reason why a body is ambiguous: it names a model itself, or it has a member that limits the call in both
 * spellings.
 */
export function requestFault(body: JsonObject): RequestFault | undefined {
  if (body['model'] !== undefined && body['model'] !== null) return MODEL_IN_BODY;
  const config = requestField(body, 'generationConfig', 'generation_config');
  const thinking = isJsonObject(config) ? requestField(config, 'thinkingConfig', 'thinking_config') : undefined;
  return [body, config, thinking].map(twiceSpelled).find((fault) => fault !== undefined);
}

function twiceSpelled(object: unknown): RequestFault | undefined {
  if (!isJsonObject(object)) return undefined;
  for (const name in object) {
    if (name.length > MAX_NAME || !name.includes('_')) continue;
    const other = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (other === name || !Object.hasOwn(object, other)) continue;
    const message = `The members \`${other}\` and \`${name}\` are two spellings of one member, and servers differ in which one they use. Send only one of them.`;
    return { message, code: 'member_spelled_twice', param: other };
  }
  return undefined;
}
