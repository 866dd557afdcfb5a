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
  /** Absent for a missed occurrence, which asked nothing. */
  readonly window?: { readonly from: string; readonly to: string };
  /** The number of older instants that the claim skips; for a missed occurrence, the number of all owed instants. */
  readonly skippedCount: number;
  /** The run, if the occurrence already has one. */
  readonly runId?: string;
  /** True if search attributes, which are never encrypted, may hold the name of the report. */
  readonly namesArePlain?: boolean;
}

/** The memo of an occurrence's workflow, which the workflow itself also reads. */
export interface OccurrenceMemo {
  readonly report: string;
  readonly scheduled_for: string;
  readonly skipped_count: number;
  readonly window_from?: string;
  readonly window_to?: string;
}

/** The start options that describe the occurrence, for starts by clients and by workflows. */
type OccurrenceStart = Required<
  Pick<CommonWorkflowOptions, 'staticSummary' | 'staticDetails'> & {
    memo: OccurrenceMemo & Record<string, unknown>;
    typedSearchAttributes: SearchAttributePair[];
  }
>;

/**
 * The search attributes and texts with which any starter starts an occurrence. A claimed occurrence is shown as running
 * immediately, because its workflow begins to run it and another upsert would cost an event.
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
      { key: SEARCH_ATTRIBUTES.occurrenceState, value: initialStateAttributes(facts.state) },
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

/** The search attributes with customer texts; empty if Temporal must not hold such texts unencrypted. */
export function nameAttributes({
  reportName,
  namesArePlain = false,
}: Pick<OccurrenceFacts, 'reportName' | 'namesArePlain'>): SearchAttributePair[] {
  return namesArePlain ? [{ key: SEARCH_ATTRIBUTES.reportName, value: reportName }] : [];
}

/** The state in an occurrence's search attributes from its start on. */
export function initialStateAttributes(state: OccurrenceState): OccurrenceState {
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
