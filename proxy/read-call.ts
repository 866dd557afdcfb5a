import { isAscii } from 'node:buffer';
import { isObject, parseJson } from '../providers/wires/json-parts.ts';
import type { BodySize } from './governance/measure-input.ts';
import { badRequest, type GatewayError } from './refusal.ts';

/** What a request asks for, as far as the gateway has to know. */
export interface AskedCall {
  readonly model: string;
  readonly streaming: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  /** How long the body is as it came. */
  readonly size: BodySize;
}

/** No control character, and no half of a surrogate pair: what facts take. */
const MODEL = /^[^\p{Cc}\p{Cs}]{1,128}$/u;

/** Some servers read a text or a number as true, and others as nothing. */
const STREAM = 'The member `stream` must be true or false, as JSON writes them, without quotes.';

/** Whether it is a name that facts take. */
export function isModelName(name: unknown): name is string {
  return typeof name === 'string' && MODEL.test(name);
}

/**
 * What a body asks for, or why it asks for nothing.
 * @param bytes scanned before: in bounds, and with one reading
 */
export function readCall(bytes: Buffer): AskedCall | GatewayError {
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  const body = parseJson(text);
  if (!isObject(body)) return badRequest('The body must be a JSON object: it is not valid JSON.');
  const { model, stream } = body;
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean') return badRequest(STREAM);
  const size = { bytes: bytes.length, characters: text.length };
  if (isModelName(model)) return { model, streaming: stream === true, body, size };
  return badRequest('The member `model` must be the name of a model, of at most 128 characters.');
}
