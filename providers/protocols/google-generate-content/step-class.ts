import type { StepClass } from '../../../domain/gateway/step-classes.ts';
import { jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import { requestField } from './request-field.ts';

/**
 * The step class of a request: results of functions, or a user's message. The API stores no conversation that a request
 * could continue.
 */
export function stepClass({ contents }: JsonObject): StepClass {
  const parts = jsonObjectsIn(jsonObjectsIn(contents).at(-1)?.['parts']);
  return parts.some((part) => requestField(part, 'functionResponse', 'function_response') !== undefined)
    ? 'tool_loop'
    : 'user_turn';
}
