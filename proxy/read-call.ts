import { isNestedDeeper, isObject, parseJson } from '../providers/wires/json-parts.ts';
import { badRequest, type GatewayError } from './refusal.ts';

/** What a request asks for, as far as the gateway has to know. */
export interface AskedCall {
  readonly model: string;
  readonly streaming: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The most levels of a body, itself included: what looks into one calls itself for each of them, and the stack ends at about 5,000. Requests
 * that make sense have a dozen.
 */
export const MOST_LEVELS = 512;

/** What has fewer bytes cannot be deeper: each level takes two. */
const LEAST_BYTES = 2 * MOST_LEVELS;

/** No control character, and no half of a surrogate pair: what facts take. */
const MODEL = /^[^\p{Cc}\p{Cs}]{1,128}$/u;

/** Whether it is a name that facts take. */
export function isModelName(name: unknown): name is string {
  return typeof name === 'string' && MODEL.test(name);
}

/** What a body asks for, or why it asks for nothing. */
export function readCall(bytes: Buffer): AskedCall | GatewayError {
  const body = parseJson(bytes.toString('utf8'));
  if (!isObject(body)) return badRequest('The body must be a JSON object.');
  if (bytes.length > LEAST_BYTES && isNestedDeeper(body, MOST_LEVELS))
    return badRequest(`The body may be nested ${MOST_LEVELS} levels deep at most.`);
  const { model, stream } = body;
  if (isModelName(model)) return { model, streaming: stream === true, body };
  return badRequest('The member `model` must be the name of a model, of at most 128 characters.');
}
