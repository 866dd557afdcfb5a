import type { ApiPorts, ReportPort } from '../../api/ports/ports.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import type { ScheduledReport } from '../schedules/new-schedule.ts';
import type { PlaneTenancy } from './plane-tenancy.ts';

/** An occurrence to insert; its instant is 2 March 2026, 14:30 by default. */
export interface PutOccurrence {
  readonly scheduleId: string;
  readonly state: OccurrenceState;
  readonly scheduledFor?: string;
}

/** An item to deliver now; by default to the owner in the workspace, about a run that does not exist. */
export interface PutItem {
  readonly recipient?: string;
  readonly workspaceId?: string;
  readonly reportId?: string;
  readonly runId?: string;
}

/** The store of a control plane, in Postgres or in memory, with the actions of its workers and operators. */
export interface ContractPlane {
  readonly clock: { now(): Date; set(instant: string): void };
  readonly savedViews: ApiPorts['savedViews'];
  readonly reports: Omit<ReportPort, 'hasWorker'>;
  readonly schedules: ApiPorts['schedules'];
  readonly inbox: ApiPorts['inbox'];
  /** Creates a separate organization, with everything that a report requires. */
  makeTenancy(): Promise<PlaneTenancy>;
  /** All messages for Temporal in the order of their writing, as `kind workflow_id`. */
  outbox(): Promise<readonly string[]>;
  /** Settles a queued run as `ready` with an answer. */
  answerRun(runId: string, answer: InsightAnswer): Promise<void>;
  /**
   * Inserts an occurrence, with a queued run if its state is after `claimed`. An occurrence that is being stopped has
   * the text `Somebody paused it.`
   */
  putOccurrence(scheduled: ScheduledReport, at: PutOccurrence): Promise<{ occurrenceId: string; runId: string }>;
  /** Inserts an item, and returns its id. */
  putItem(tenancy: PlaneTenancy, item?: PutItem): Promise<string>;
}
