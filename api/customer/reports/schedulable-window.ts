import type { CadenceCode } from '../../../domain/kernel/fault-codes.ts';
import { type CalendarWindow, nominalSeconds } from '../../../domain/insight/windows/calendar-window.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';

/** The window before an instant that each run of a schedule covers. */
interface SchedulableWindow {
  /** The length of the window in seconds; approximate for a calendar window. */
  readonly windowSeconds: number;
  readonly calendarWindow: CalendarWindow | undefined;
}

/**
 * The window of a view with a relative window.
 *
 * @throws Refusal `validation_failed` at the report for a view whose window does not move, or has no length
 */
export function schedulableWindow({
  time_intent: intent,
  relative_window_seconds: seconds,
  calendar_window: calendarWindow,
}: SavedView): SchedulableWindow {
  if (intent === 'fixed') {
    throw refusal(
      'fixed_view_not_schedulable',
      'The view of the report has a fixed window, so every run would cover the same time. Use a view with a relative or calendar window.',
    );
  }
  const windowSeconds = calendarWindow === undefined ? seconds : nominalSeconds(calendarWindow);
  if (windowSeconds === undefined || windowSeconds <= 0) {
    throw refusal(
      'invalid_window',
      'The view of the report has a relative window without a length. Set `relative_window_seconds` in the view.',
    );
  }
  return { windowSeconds, calendarWindow };
}

function refusal(code: CadenceCode, detail: string): Refusal {
  return new Refusal('validation_failed', detail, { faults: [{ pointer: '/report_id', detail, code }] });
}
