import { DefectError } from '../../kernel/errors.ts';
import { type CalendarWindow, calendarWindowAt } from './calendar-window.ts';

/**
 * The kinds of windows of a stored question. `fixed`: constant bounds. `relative`: elapsed time that ends at the read.
 * `calendar`: the last complete local days, weeks or months.
 */
export const TIME_INTENTS = ['fixed', 'relative', 'calendar'] as const;
export type TimeIntent = (typeof TIME_INTENTS)[number];

/** The members of a view that define its window. */
export interface ViewTime {
  readonly time_intent: TimeIntent;
  /** The length of a `relative` window in seconds. */
  readonly relative_window_seconds?: number | undefined;
  /** The window of a `calendar` view. */
  readonly calendar_window?: CalendarWindow | undefined;
}

/**
 * A stored question with the bounds of its window: the stored bounds of a `fixed` view, the given seconds before `now`
 * of a `relative` view, or the complete units of a `calendar` view. A relative window is elapsed time: 24 hours remain
 * 24 hours across a clock change.
 *
 * @param offsetMs the milliseconds by which the clocks of a zone are ahead of UTC at an instant
 * @throws DefectError if the view lacks a member that its intent needs, which is checked when a view is written
 */
export function resolveQuestion<Question extends { from?: string; to?: string }>(
  question: Question,
  time: ViewTime,
  now: Date,
  offsetMs: (zone: string, utcMs: number) => number,
): Question & { from: string; to: string } {
  switch (time.time_intent) {
    case 'fixed':
      if (question.from === undefined || question.to === undefined) {
        throw new DefectError('A fixed view has no window.');
      }
      return { ...question, from: question.from, to: question.to };
    case 'relative': {
      const { relative_window_seconds: seconds } = time;
      if (seconds === undefined) throw new DefectError('A relative view has no window length.');
      return within(question, { from: now.getTime() - seconds * 1_000, to: now.getTime() });
    }
    case 'calendar': {
      const { calendar_window: calendar } = time;
      if (calendar === undefined) throw new DefectError('A calendar view has no window.');
      const window = calendarWindowAt(calendar, now.getTime(), (utcMs) => offsetMs(calendar.timezone, utcMs));
      return within(question, window);
    }
  }
}

function within<Question>(
  question: Question,
  { from, to }: { from: number; to: number },
): Question & { from: string; to: string } {
  return { ...question, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
