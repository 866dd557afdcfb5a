import type { StepClass } from '../../../domain/gateway/step-classes.ts';
import { isJsonObject, jsonObjectsIn } from '../../json-parts.ts';

/**
 * The step class of a request whose caller does not state it. The request continues a state that the provider stores,
 * has the results of tools, or has a user's message.
 */
export function deriveStepClass(body: Readonly<Record<string, unknown>>): StepClass {
  const { previous_response_id: previous, conversation } = body;
  if (isKept(previous) || isKept(conversation)) return 'provider_state';
  const last = jsonObjectsIn(body['messages'] ?? body['input']).at(-1);
  return last !== undefined && bringsResult(last) ? 'tool_loop' : 'user_turn';
}

function isKept(state: unknown): boolean {
  return typeof state === 'string' || isJsonObject(state);
}

function bringsResult({ role, type, content }: Readonly<Record<string, unknown>>): boolean {
  if (role === 'tool' || role === 'function' || type === 'function_call_output') return true;
  return jsonObjectsIn(content).some((block) => block['type'] === 'tool_result');
}
