import { expect, it } from 'vitest';
import { NOTICE_KINDS, noticeTitle } from '../../../../domain/notices/notice-kinds.ts';

it('has a title for every kind, and a general one for kinds of later versions', () => {
  expect(Object.fromEntries([...NOTICE_KINDS, 'later.kind'].map((kind) => [kind, noticeTitle(kind)]))).toEqual({
    'quality.judge.demoted': 'A judge was demoted. Its verdicts no longer count as measured.',
    'outbox.item.dead': 'The relay gave up an outbox item. Correct the cause, and return the item to the relay.',
    'report.schedule.failed': 'A scheduled report failed. The next due time runs as planned.',
    'report.schedule.paused': 'The service paused the schedule of a report. Its owner must correct and resume it.',
    'later.kind': 'A later version of the service reports an event of another kind.',
  });
});
