import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { OccurrenceToRun, PlannedWorkspace } from '../../activities/schedules/dispatch-activities.ts';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import { instantAfter } from '../instant-after.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';

/** The view of a dispatcher for operators: what it waits for now, and the schedules of its workspace. */
export interface DispatchDisplay {
  carrying(plan: PlannedWorkspace, occurrence: OccurrenceToRun): void;
  /** Shows that the current occurrence is carried by another workflow, or by none. */
  lost(isElsewhere: boolean): void;
  /** Shows that the dispatcher waits for the next due time. Returns that time as RFC 3339. */
  sleeping(plan: PlannedWorkspace, dueInMs: number): string;
  /** Shows that nothing is armed; schedules that the server paused wait for their owner. */
  idle(plan: PlannedWorkspace): void;
}

/** The display of one dispatcher. */
export function createDispatchDisplay(): DispatchDisplay {
  let shown: string[] = [];
  let tail = '';
  const show = (plan: PlannedWorkspace, lines: string[], change: { readonly next?: string } = {}): void => {
    showInList(plan, change);
    shown = [`- **Workspace:** ${escapeMarkdown(plan.workspaceName)}`, ...lines];
    tail = plan.schedules === '' ? '' : `\n\n**Schedules, the longest overdue first**\n\n${plan.schedules}`;
    setCurrentDetails(`${shown.join('\n')}${tail}`);
  };
  return {
    carrying: (plan, occurrence) => show(plan, inFlightLines(occurrence)),
    lost(isElsewhere) {
      const line = isElsewhere ? 'another dispatcher started it; next check in 30 s' : 'restarted in 5 s';
      setCurrentDetails(`${[...shown, `- **Its workflow:** ${line}`].join('\n')}${tail}`);
    },
    sleeping(plan, dueInMs) {
      const until = instantAfter(dueInMs);
      const change = plan.dueAt === undefined ? {} : { next: plan.dueAt };
      show(plan, ['- **In flight:** nothing', `- **Next check:** ${until}`], change);
      return until;
    },
    idle: (plan) => show(plan, ['- **In flight:** nothing', '- **Next check:** when a schedule is armed']),
  };
}

/**
 * Shows the workspace in the list of workflows: its overdue schedules, and the time of the next due one if nothing is
 * in flight. Each upsert adds an event to the history, so it is made only for a change. Plans of earlier versions make
 * none.
 */
function showInList({ overdue = [] }: PlannedWorkspace, { next }: { readonly next?: string }): void {
  const { typedSearchAttributes: shown } = workflowInfo();
  const before = shown.get(SEARCH_ATTRIBUTES.failureCause) ?? [];
  const pairs: SearchAttributeUpdatePair[] = [
    ...(JSON.stringify(before) === JSON.stringify(overdue)
      ? []
      : [{ key: SEARCH_ATTRIBUTES.failureCause, value: overdue.length === 0 ? null : [...overdue] }]),
    ...(next === undefined || next === shown.get(SEARCH_ATTRIBUTES.scheduledFor)?.toISOString()
      ? []
      : [{ key: SEARCH_ATTRIBUTES.scheduledFor, value: new Date(next) }]),
  ];
  if (pairs.length > 0) upsertSearchAttributes(pairs);
}

function inFlightLines(occurrence: OccurrenceToRun): string[] {
  const { occurrenceId, reportName, scheduledFor, scheduleId, windowFrom, windowTo, skippedCount } = occurrence;
  return [
    `- **In flight:** report “${escapeMarkdown(reportName)}”, scheduled for ${scheduledFor} by \`${scheduleId}\` (\`${occurrenceId}\`)`,
    `- **Its window:** ${windowFrom} to ${windowTo}`,
    `- **Older instants skipped:** ${skippedCount}`,
    '- **Next check:** when it has ended',
  ];
}
