/** The events of which people are notified. */
export const NOTICE_KINDS = [
  'quality.judge.demoted',
  'outbox.item.dead',
  'report.schedule.failed',
  'report.schedule.paused',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The maximum number of characters of the details of a notice. */
export const MAX_NOTICE_DETAIL = 2_000;

const TITLES: Readonly<Record<NoticeKind, string>> = {
  'quality.judge.demoted': 'A judge was demoted. Its verdicts no longer count as measured.',
  'outbox.item.dead': 'The relay gave up an outbox item. Correct the cause, and return the item to the relay.',
  'report.schedule.failed': 'A scheduled report failed. The next due time runs as planned.',
  'report.schedule.paused': 'The service paused the schedule of a report. Its owner must correct and resume it.',
};

/** The title of a notice as a sentence. An older process can read a notice of a kind that it does not know. */
export function noticeTitle(kind: string): string {
  const known = NOTICE_KINDS.find((one) => one === kind);
  return known === undefined ? 'A later version of the service reports an event of another kind.' : TITLES[known];
}
