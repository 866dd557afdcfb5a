import type { FieldFault, Refusal } from '../../../domain/kernel/errors.ts';
import { PROBLEM_LIMITS } from '../../../contracts/wire/problem-limits.ts';

/**
 * The detail and the errors of a problem, in any lane: the sentence and the faults of the refusal, cut to the limits of
 * a problem.
 */
export function presentRefusal({ message, faults }: Refusal): { detail: string; faults: FieldFault[] } {
  return {
    detail: cut(message, PROBLEM_LIMITS.detail),
    faults: faults.slice(0, PROBLEM_LIMITS.errors).map(({ pointer, detail, code }) => ({
      pointer: cut(pointer, PROBLEM_LIMITS.pointer),
      detail: cut(detail, PROBLEM_LIMITS.detail),
      ...(code !== undefined && { code }),
    })),
  };
}

/** The text, cut to at most this many characters; a cut text ends with an ellipsis. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
