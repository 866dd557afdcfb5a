import { invalidMember } from '../../../domain/kernel/errors.ts';
import { parseInstant } from '../../../domain/kernel/parse-instant.ts';

/**
 * The instant of a text; undefined without a text.
 *
 * @throws Refusal `validation_failed` for a day or a time that does not exist, such as February 30
 */
export function requireInstant(text: string, pointer: string): Date;
export function requireInstant(text: string | undefined, pointer: string): Date | undefined;
export function requireInstant(text: string | undefined, pointer: string): Date | undefined {
  const instant = text === undefined ? undefined : parseInstant(text);
  if (text !== undefined && instant === undefined)
    throw invalidMember(pointer, 'This instant does not exist. Send an existing day and time.');
  return instant;
}
