import type { PauseReason } from './report-schedule.ts';

/**
 * The notices to the owner of a schedule after a failed occurrence: the server paused the schedule, or the schedule
 * continues. Only the first of several consecutive failures gives a notice.
 */
const NOTICE_EVENTS = ['schedule_paused', 'schedule_failed'] as const;
type NoticeEvent = (typeof NOTICE_EVENTS)[number];

export function isNoticeEvent(event: string): event is NoticeEvent {
  return NOTICE_EVENTS.some((one) => one === event);
}

/** The source kind of a notice: the failed occurrence. It has no run that can be opened. */
export const NOTICE_SOURCE = 'failed_occurrence';

const REMEDIES: Readonly<Record<Exclude<PauseReason, '' | 'manual' | 'report_deleted'>, string>> = {
  authority_lost: 'Request access to the complete scope of the saved view. Then resume the schedule.',
  view_changed:
    'Update the report with expected_view_revision to use the current view, or create a report of another view. Then resume the schedule.',
  invalid_request:
    'Change the saved view so that it is a valid question, and update the report with expected_view_revision. Then resume the schedule.',
};

const GOES_ON =
  'The schedule continues with its next instant. To rerun this window, call customer.report_schedules.occurrences.rerun.';

/** The sentence that says what the owner can do. */
export function noticeRemedy(event: NoticeEvent, failureCode: string): string {
  if (event === 'schedule_failed' || !isRemedied(failureCode)) return GOES_ON;
  return REMEDIES[failureCode];
}

function isRemedied(code: string): code is keyof typeof REMEDIES {
  return Object.hasOwn(REMEDIES, code);
}
