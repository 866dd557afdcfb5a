import type { CommonWorkflowOptions, SearchAttributePair } from '@temporalio/common';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import type { OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { shortenSummary } from '../shorten-summary.ts';

/**
 * The facts about an occurrence that Temporal receives: ids, names and times; no question, answer, money or recipient.
 * RFC 3339 UTC.
 */
export interface OccurrenceFacts {
  readonly occurrenceId: string;
  readonly state: OccurrenceState;
  readonly scheduleId: string;
  readonly reportId: string;
  readonly reportName: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly scheduledFor: string;
  /** Absent of one that was missed: nothing was asked. */
  readonly window?: { readonly from: string; readonly to: string };
  /** Older instants that a claim does not take up; of a missed one, all that were owed. */
  readonly skippedCount: number;
  /** The run of one that already has it. */
  readonly runId?: string;
  /** True if it may be found by the name of its report: search attributes are never encrypted. */
  readonly namesArePlain?: boolean;
}

/** The memo of an occurrence, which its workflow reads as well. */
export interface OccurrenceMemo {
  readonly report: string;
  readonly scheduled_for: string;
  readonly skipped_count: number;
  readonly window_from?: string;
  readonly window_to?: string;
}

/** The options of a start that tell about the occurrence, for clients and for workflows alike. */
type OccurrenceStart = Required<
  Pick<CommonWorkflowOptions, 'staticSummary' | 'staticDetails'> & {
    memo: OccurrenceMemo & Record<string, unknown>;
    typedSearchAttributes: SearchAttributePair[];
  }
>;

/**
 * The search attributes and texts of an occurrence from its start on, from any starter. A claimed one is shown as
 * running: its workflow begins with that, and another upsert costs an event.
 */
export function occurrenceStart(facts: OccurrenceFacts): OccurrenceStart {
  const { reportName, scheduledFor, skippedCount, window } = facts;
  const isMissed = facts.state === 'missed';
  return {
    memo: {
      report: reportName,
      scheduled_for: scheduledFor,
      skipped_count: skippedCount,
      ...(window && { window_from: window.from, window_to: window.to }),
    },
    staticSummary: shortenSummary(`${isMissed ? 'Missed' : 'Scheduled'} ${scheduledFor}: report “${reportName}”`),
    staticDetails: detailsOf(facts),
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: facts.organizationId },
      { key: SEARCH_ATTRIBUTES.workspaceId, value: facts.workspaceId },
      { key: SEARCH_ATTRIBUTES.reportId, value: facts.reportId },
      ...(facts.runId === undefined ? [] : [{ key: SEARCH_ATTRIBUTES.reportRunId, value: facts.runId }]),
      ...nameAttributes(facts),
      { key: SEARCH_ATTRIBUTES.scheduleId, value: facts.scheduleId },
      { key: SEARCH_ATTRIBUTES.scheduledFor, value: new Date(scheduledFor) },
      { key: SEARCH_ATTRIBUTES.occurrenceState, value: shownAtStart(facts.state) },
      ...(isMissed ? missedAttributes(facts) : []),
    ],
  };
}

function missedAttributes({ skippedCount, scheduledFor }: OccurrenceFacts): SearchAttributePair[] {
  const why = `instants too old to be run: ${skippedCount}, the latest of them ${scheduledFor}`;
  return [
    { key: SEARCH_ATTRIBUTES.failureCode, value: 'missed' },
    { key: SEARCH_ATTRIBUTES.failureCause, value: [why] },
  ];
}

/** The search attributes with texts of customers; none if Temporal may hold none of them in plain. */
export function nameAttributes({
  reportName,
  namesArePlain = false,
}: Pick<OccurrenceFacts, 'reportName' | 'namesArePlain'>): SearchAttributePair[] {
  return namesArePlain ? [{ key: SEARCH_ATTRIBUTES.reportName, value: reportName }] : [];
}

/** The state in an occurrence's search attributes from its start on. */
export function shownAtStart(state: OccurrenceState): OccurrenceState {
  return state === 'claimed' ? 'running' : state;
}

function detailsOf(facts: OccurrenceFacts): string {
  const { window } = facts;
  return [
    `- **Report:** ${escapeMarkdown(facts.reportName)} (\`${facts.reportId}\`)`,
    `- **Scheduled for:** ${facts.scheduledFor} by \`${facts.scheduleId}\``,
    `- **Window:** ${window === undefined ? 'none, nothing was run' : `${window.from} to ${window.to}`}`,
    `- **${facts.state === 'missed' ? 'Missed' : 'Older instants skipped'}:** ${facts.skippedCount}`,
    `- **Workspace:** \`${facts.workspaceId}\` of \`${facts.organizationId}\``,
  ].join('\n');
}
