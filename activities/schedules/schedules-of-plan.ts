import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import { truncateList } from '../../domain/kernel/text/truncate-list.ts';
import { OVERDUE_MS } from '../../domain/schedules/report-schedule.ts';
import type { PlannedSchedule, WorkspacePlan } from '../../store/schedules/schedule-planner.ts';
import type { StoppedSchedule } from '../../store/schedules/workspace-reading.ts';

/** The maximum number of keywords, because Temporal stores at most 2 KB for one search attribute. */
const MAX_KEYWORDS = 6;
const MAX_CHARACTERS = 80;

type Schedules = Pick<WorkspacePlan, 'schedules' | 'stopped'>;

/**
 * The lines about a workspace's schedules for operators, in Markdown: first the overdue ones, the longest overdue
 * first; then those that the server paused; then future ones.
 */
export function scheduleLines({ schedules, stopped }: Schedules, now: Date): string[] {
  const isDue = ({ nextRunAt }: PlannedSchedule): boolean => nextRunAt <= now;
  return [
    ...schedules.filter(isDue).map((schedule) => lineOf(schedule, 'overdue since')),
    ...stopped.map(stoppedLine),
    ...schedules.filter((schedule) => !isDue(schedule)).map((schedule) => lineOf(schedule, 'next')),
  ];
}

/**
 * The keywords that find a workspace by its schedules: those overdue by a minute, and those that the server paused and
 * that can run again. Each keyword has the reason and the name of the report, or the id of the schedule if names must
 * not be plain.
 */
export function overdueKeywords(
  { schedules, stopped }: Schedules,
  { now, namesArePlain }: { readonly now: Date; readonly namesArePlain: boolean },
): string[] {
  const nameOf = ({ reportName, scheduleId }: PlannedSchedule | StoppedSchedule): string =>
    namesArePlain ? shorten(reportName) : scheduleId;
  const all = [
    ...schedules
      .filter(({ nextRunAt }) => now.getTime() - nextRunAt.getTime() >= OVERDUE_MS)
      .map((schedule) => `overdue since ${schedule.nextRunAt.toISOString().slice(0, 16)}Z: ${nameOf(schedule)}`),
    ...stopped
      .filter(({ reason }) => reason !== 'report_deleted')
      .map((schedule) => `paused, ${schedule.reason}: ${nameOf(schedule)}`),
  ];
  return truncateList(all, MAX_KEYWORDS);
}

function lineOf({ scheduleId, reportName, nextRunAt, fault }: PlannedSchedule, when: 'overdue since' | 'next'): string {
  const instant = nextRunAt.toISOString();
  const due = when === 'next' ? `next ${instant}` : `**overdue since ${instant}**`;
  const why = fault === undefined ? '' : ` and cannot be planned here: ${escapeMarkdown(fault)}`;
  return `- “${escapeMarkdown(reportName)}” (\`${scheduleId}\`): ${due}${why}`;
}

function stoppedLine({ scheduleId, reportName, reason, detail, since }: StoppedSchedule): string {
  const why = detail === '' ? '' : `: ${escapeMarkdown(detail)}`;
  return `- “${escapeMarkdown(reportName)}” (\`${scheduleId}\`): **paused by the server since ${since.toISOString()}**, ${reason}${why}`;
}

function shorten(name: string): string {
  const characters = Array.from(name);
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : name;
}
