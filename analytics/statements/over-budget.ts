import { Refusal } from '../../domain/kernel/errors.ts';

/** A question that costs more than one may. */
export function overBudget(cause?: unknown): Refusal {
  return new Refusal('budget_exceeded', 'The question reads more than one question may. Ask for a shorter window.', {
    cause,
  });
}
