import { DefectError } from '../../kernel/errors.ts';
import { type CalendarWindow, calendarWindowAt } from './calendar-window.ts';

/**
 * The windows of a stored question: a fixed one, one of elapsed time that ends when the question is asked, or the whole
 * local days, weeks or months that are then over.
 */
export const TIME_INTENTS = ['fixed', 'relative', 'calendar'] as const;
export type TimeIntent = (typeof TIME_INTENTS)[number];

/** The members of a view about the window of its question. */
export interface ViewTime {
  readonly time_intent: TimeIntent;
  /** Seconds of a `relative` window. */
  readonly relative_window_seconds?: number | undefined;
  /** The window of a `calendar` view. */
  readonly calendar_window?: CalendarWindow | undefined;
}

/**
 * A stored question with its window: the stored one of a `fixed` view, the given seconds before `now` of a `relative`
 * one, and of a `calendar` one the days that are over. A relative window is elapsed time: 24 hours stay 24 hours across
 * a clock change.
 *
 * @param offsetMs by how much the clocks of a zone are ahead of UTC at an instant, both in milliseconds
 * @throws DefectError when the view lacks what its intent needs, which is checked when a view is written.
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
