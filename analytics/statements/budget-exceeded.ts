import { Refusal } from '../../domain/kernel/errors.ts';

/** The refusal of a question that exceeds its budget. */
export function budgetExceeded(cause?: unknown): Refusal {
  return new Refusal(
    'budget_exceeded',
    'The question reads more data than one question may read. Shorten its window.',
    {
      cause,
    },
  );
}
