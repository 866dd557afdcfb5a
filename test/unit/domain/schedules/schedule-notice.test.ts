import { describe, expect, it } from 'vitest';
import { isNoticeEvent, NOTICE_SOURCE, noticeRemedy } from '../../../../domain/schedules/schedule-notice.ts';

const GOES_ON =
  'The schedule continues with its next instant. To rerun this window, call customer.report_schedules.occurrences.rerun.';

describe('the next action of a failed schedule’s owner', () => {
  it.each([
    ['authority_lost', 'Request access to the complete scope of the saved view. Then resume the schedule.'],
    [
      'view_changed',
      'Update the report with expected_view_revision to use the current view, or create a report of another view. Then resume the schedule.',
    ],
    [
      'invalid_request',
      'Change the saved view so that it is a valid question, and update the report with expected_view_revision. Then resume the schedule.',
    ],
  ])('is stated for a pause for %s', (code, remedy) => {
    expect(noticeRemedy('schedule_paused', code)).toBe(remedy);
    expect(noticeRemedy('schedule_failed', code)).toBe(GOES_ON);
  });

  it.each(['output_cap_exceeded', 'attempts_exhausted', 'toString'])('is to rerun the window after %s', (code) => {
    expect(noticeRemedy('schedule_failed', code)).toBe(GOES_ON);
    expect(noticeRemedy('schedule_paused', code)).toBe(GOES_ON);
  });
});

describe('an event of an inbox item', () => {
  it.each([
    ['schedule_paused', true],
    ['schedule_failed', true],
    ['report_delivered', false],
  ])('%s reports a failure: %s', (event, tells) => {
    expect(isNoticeEvent(event)).toBe(tells);
  });

  it('has the failed occurrence as its source', () => {
    expect(NOTICE_SOURCE).toBe('failed_occurrence');
  });
});
