import { setCurrentDetails } from '@temporalio/workflow';
import type { OccurrenceToCarry, PlannedWorkspace } from '../../activities/schedules/dispatch-activities.ts';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import { instantAfter } from '../instant-after.ts';

/** What an operator sees of a dispatcher: what it waits for, and the schedules of its workspace. */
export interface DispatchDisplay {
  carrying(plan: PlannedWorkspace, occurrence: OccurrenceToCarry): void;
  /** The occurrence at hand is carried by somebody else, or by nobody any more. */
  lost(isElsewhere: boolean): void;
  /** Returns until when, RFC 3339. */
  sleeping(plan: PlannedWorkspace, dueInMs: number): string;
  idle(plan: PlannedWorkspace): void;
}

/** The display of one dispatcher. */
export function createDispatchDisplay(): DispatchDisplay {
  let shown: string[] = [];
  let tail = '';
  const show = (plan: PlannedWorkspace, lines: string[]): void => {
    shown = [`- **Workspace:** ${escapeMarkdown(plan.workspaceName)}`, ...lines];
    tail = plan.schedules === '' ? '' : `\n\n**Schedules, the longest overdue first**\n\n${plan.schedules}`;
    setCurrentDetails(`${shown.join('\n')}${tail}`);
  };
  return {
    carrying: (plan, occurrence) => show(plan, inFlightLines(occurrence)),
    lost(isElsewhere) {
      const line = isElsewhere ? 'another dispatcher started it: looks again in 30 s' : 'carried again in 5 s';
      setCurrentDetails(`${[...shown, `- **Its workflow:** ${line}`].join('\n')}${tail}`);
    },
    sleeping(plan, dueInMs) {
      const until = instantAfter(dueInMs);
      show(plan, ['- **In flight:** nothing', `- **Looks again:** ${until}`]);
      return until;
    },
    idle: (plan) => show(plan, ['- **In flight:** nothing', '- **Looks again:** when a schedule is armed']),
  };
}

function inFlightLines(occurrence: OccurrenceToCarry): string[] {
  const { occurrenceId, reportName, scheduledFor, scheduleId, windowFrom, windowTo, skippedCount } = occurrence;
  return [
    `- **In flight:** report “${escapeMarkdown(reportName)}”, scheduled for ${scheduledFor} by \`${scheduleId}\` (\`${occurrenceId}\`)`,
    `- **Its window:** ${windowFrom} to ${windowTo}`,
    `- **Older instants skipped:** ${skippedCount}`,
    '- **Looks again:** when it has ended',
  ];
}
