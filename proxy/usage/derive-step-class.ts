import type { StepClass } from '../../domain/gateway/step-classes.ts';
import { isObject, objectsOf } from '../../providers/wires/json-parts.ts';

/**
 * What a request looks like where its caller does not say it: it goes on with what the provider keeps, it brings the results of tools,
 * or a person has spoken.
 */
export function deriveStepClass(body: Readonly<Record<string, unknown>>): StepClass {
  const { previous_response_id: previous, conversation } = body;
  if ([previous, conversation].some((kept) => typeof kept === 'string' || isObject(kept))) return 'provider_state';
  const last = objectsOf(body['messages'] ?? body['input']).at(-1);
  return last !== undefined && bringsResult(last) ? 'tool_loop' : 'user_turn';
}

function bringsResult({ role, type, content }: Readonly<Record<string, unknown>>): boolean {
  if (role === 'tool' || role === 'function' || type === 'function_call_output') return true;
  return objectsOf(content).some((block) => block['type'] === 'tool_result');
}
