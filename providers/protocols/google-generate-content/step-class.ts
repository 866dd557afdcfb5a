import type { StepClass } from '../../../domain/gateway/step-classes.ts';
import { objectsOf, type JsonObject } from '../../json-parts.ts';
import { memberOf } from './member-of.ts';

/** Whether a request brings the results of functions, or a person has spoken. The API keeps no conversation that a request goes on with. */
export function stepClass({ contents }: JsonObject): StepClass {
  const parts = objectsOf(objectsOf(contents).at(-1)?.['parts']);
  return parts.some((part) => memberOf(part, 'functionResponse', 'function_response') !== undefined)
    ? 'tool_loop'
    : 'user_turn';
}
