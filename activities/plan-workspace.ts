import type { OccurrenceState } from '../domain/report-occurrence.ts';

/** The occurrence that a dispatcher is to carry: ids and names, as Temporal may know them. Instants are RFC 3339 UTC. */
export interface OccurrenceToCarry {
  readonly occurrenceId: string;
  readonly state: OccurrenceState;
  readonly attempt: number;
  readonly scheduleId: string;
  readonly reportId: string;
  readonly reportName: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly scheduledFor: string;
  readonly windowFrom: string;
  readonly windowTo: string;
  readonly skippedCount: number;
}

/** A plan as it stands in the history of a dispatcher. */
export interface PlannedWorkspace {
  readonly workspaceName: string;
  readonly inFlight?: OccurrenceToCarry;
  /** Milliseconds until the next schedule is due; absent when none is armed. */
  readonly dueInMs?: number;
  /** Of the armed schedules, the longest overdue first, Markdown; empty when none is. */
  readonly schedules: string;
}

/** What the dispatcher of a workspace calls. */
export interface DispatchActivities {
  planWorkspace(input: { workspaceId: string }): Promise<PlannedWorkspace>;
}
