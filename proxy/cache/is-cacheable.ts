import type { CalledEndpoint } from '../../domain/gateway/endpoints.ts';
import { isObject, objectsOf, parseJson } from '../../providers/wires/json-parts.ts';
import { MOST_PARSED_BYTES } from '../usage/body-reader.ts';
import { outlineOf } from '../usage/json-outline.ts';

/** Members by which a request goes on with what a provider keeps, reaches further than the model, or leaves something behind. */
const REACHING = [
  ...['previous_response_id', 'conversation', 'prompt', 'container', 'background', 'store'],
  ...['mcp_servers', 'web_search_options'],
] as const;

/** Tools that the caller runs itself. Any other is run by the provider: what it finds or does is not the same the next time. */
const TOOLS_OF_CALLER: readonly unknown[] = [undefined, 'function', 'custom'];

/** Whether the answer to a request depends on nothing but the request. */
export function isCacheable(body: Readonly<Record<string, unknown>>): boolean {
  const reaches = REACHING.some((name) => body[name] !== undefined && body[name] !== null && body[name] !== false);
  return !reaches && objectsOf(body['tools']).every(({ type }) => TOOLS_OF_CALLER.includes(type));
}

/** Statuses of Responses that are an end; an answer that is still in the making is none. */
const ENDED: readonly unknown[] = ['completed', 'incomplete'];

/** Whether a body that is no stream is an answer: some providers tell an error with the status of success. */
export function isAnswer(endpoint: CalledEndpoint, body: Buffer): boolean {
  const answer = body.length > MOST_PARSED_BYTES ? outlineOf(body) : parseJson(body.toString('utf8'));
  if (!isObject(answer) || (answer['error'] ?? null) !== null) return false;
  return endpoint !== 'responses' || ENDED.includes(answer['status']);
}
