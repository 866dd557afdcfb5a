import type { GuardrailBinding } from '../../../domain/guardrails/guardrails-block.ts';
import { loadConfiguration } from '../../configuration/load-configuration.ts';
import type { Context } from '../../tree/context.ts';

/**
 * The bindings of a configuration file; empty if it has none.
 *
 * @throws CommandFault `usage` if the file cannot be used
 */
export function loadBindings(context: Context, path: string): readonly GuardrailBinding[] {
  return loadConfiguration(context, path).file.guardrails?.bindings ?? [];
}
