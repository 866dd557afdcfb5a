import type { CadenceCode } from '../../../domain/kernel/fault-codes.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';

/**
 * Seconds of the relative window that each run of a schedule looks back over.
 *
 * @throws Refusal `validation_failed` at the report for a view whose window does not move, or has no length
 */
export function schedulableWindow({ time_intent: intent, relative_window_seconds: seconds }: SavedView): number {
  if (intent === 'fixed') {
    throw refusal(
      'fixed_view_not_schedulable',
      'The view of the report has a fixed window: every run would ask the same.',
    );
  }
  if (seconds === undefined || seconds <= 0) {
    throw refusal('invalid_window', 'The relative window of the view of the report has no length.');
  }
  return seconds;
}

function refusal(code: CadenceCode, detail: string): Refusal {
  return new Refusal('validation_failed', detail, { faults: [{ pointer: '/report_id', detail, code }] });
}
