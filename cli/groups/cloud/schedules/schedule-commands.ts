import { MAX_SCHEDULE_RECIPIENTS } from '../../../../domain/schedules/report-schedule.ts';
import { defineCommand } from '../../../tree/command.ts';
import { listFlag, optionalFlag, requiredFlag, switchFlag } from '../../../tree/flag.ts';
import { idOf, instant } from '../../../tree/forms.ts';
import { BODY_FLAG, FILE_FLAG, IDEMPOTENCY_FLAG, NOT_WITH_BODY, NOT_WITH_FILE, revision } from '../lane/body-flags.ts';
import { idArgument } from '../lane/id-argument.ts';
import { LANE_FLAGS, WORKSPACE_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';
import { cadenceFlags } from './cadence-flags.ts';

const SCHEDULE = idArgument('reportSchedule', 'a schedule');
const OCCURRENCE = idArgument('reportOccurrence', 'an occurrence of the schedule');
const RECIPIENTS = { form: idOf('subject'), to: MAX_SCHEDULE_RECIPIENTS };

/** Commands of `cloud report schedule`. */
export const scheduleCommands = [
  defineCommand('cloud report schedule list', {
    summary: 'lists the schedules of reports',
    operation: 'customer.report_schedules.list',
    flags: { ...WORKSPACE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./schedule-actions.ts')).listSchedules,
  }),
  defineCommand('cloud report schedule create', {
    summary: 'runs a report regularly, and delivers it',
    operation: 'customer.report_schedules.create',
    flags: {
      ...WORKSPACE_FLAGS,
      report: optionalFlag('<rpt_…>', 'the report', idOf('report'), NOT_WITH_BODY),
      'expected-report-revision': optionalFlag(
        '<n>',
        'the revision of the report that you have read',
        revision,
        NOT_WITH_BODY,
      ),
      ...cadenceFlags('body'),
      recipient: listFlag('<sub_…>', 'a member who receives the runs', RECIPIENTS, NOT_WITH_BODY),
      paused: switchFlag('creates the schedule paused', NOT_WITH_BODY),
      ...IDEMPOTENCY_FLAG,
      ...BODY_FLAG,
    },
    examples: [
      {
        line: 'tt cloud report schedule create --report rpt_… --expected-report-revision 1 --frequency weekly --weekday monday --local-time 08:30',
        does: 'Run a report each Monday morning',
      },
    ],
    load: async () => (await import('./schedule-actions.ts')).createSchedule,
  }),
  defineCommand('cloud report schedule get', {
    summary: 'shows a schedule, with its next occurrences',
    operation: 'customer.report_schedules.get',
    args: [SCHEDULE],
    flags: LANE_FLAGS,
    load: async () => (await import('./schedule-actions.ts')).getSchedule,
  }),
  defineCommand('cloud report schedule update', {
    summary: 'replaces the cadence, the recipients and the pause of a schedule',
    description:
      'The flags or the file state the whole schedule: without --recipient nobody receives it, and without --paused it runs. A stale revision ends with 5.',
    operation: 'customer.report_schedules.update',
    args: [SCHEDULE],
    flags: {
      ...LANE_FLAGS,
      'expected-revision': requiredFlag('<n>', 'the revision that you have read', revision),
      ...cadenceFlags('file'),
      recipient: listFlag('<sub_…>', 'a member who receives the runs', RECIPIENTS, NOT_WITH_FILE),
      paused: switchFlag('pauses the schedule', NOT_WITH_FILE),
      ...FILE_FLAG,
    },
    load: async () => (await import('./schedule-actions.ts')).updateSchedule,
  }),
  defineCommand('cloud report schedule delete', {
    summary: 'deletes a schedule, and cancels its running occurrences',
    operation: 'customer.report_schedules.delete',
    args: [SCHEDULE],
    flags: LANE_FLAGS,
    load: async () => (await import('./schedule-actions.ts')).deleteSchedule,
  }),
  defineCommand('cloud report schedule preview', {
    summary: 'lists the instants at which a cadence would run',
    operation: 'customer.report_schedules.preview',
    flags: {
      ...WORKSPACE_FLAGS,
      ...cadenceFlags('body'),
      from: optionalFlag('<instant>', 'the start of the window', instant, NOT_WITH_BODY),
      to: optionalFlag('<instant>', 'the end of the window, exclusive', instant, NOT_WITH_BODY),
      ...BODY_FLAG,
    },
    load: async () => await import('./preview-schedule.ts'),
  }),
  defineCommand('cloud report schedule occurrences', {
    summary: 'lists the past occurrences of a schedule',
    operation: 'customer.report_schedules.occurrences',
    args: [SCHEDULE],
    flags: { ...LANE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./occurrence-actions.ts')).listOccurrences,
  }),
  defineCommand('cloud report schedule occurrence', {
    summary: 'shows an occurrence of a schedule',
    operation: 'customer.report_schedules.occurrences.get',
    args: [SCHEDULE, OCCURRENCE],
    flags: LANE_FLAGS,
    load: async () => (await import('./occurrence-actions.ts')).getOccurrence,
  }),
  defineCommand('cloud report schedule rerun', {
    summary: 'runs an occurrence again, with its window',
    operation: 'customer.report_schedules.occurrences.rerun',
    args: [SCHEDULE, OCCURRENCE],
    flags: { ...LANE_FLAGS, ...IDEMPOTENCY_FLAG },
    load: async () => (await import('./occurrence-actions.ts')).rerunOccurrence,
  }),
];
