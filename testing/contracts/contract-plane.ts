import type { ApiPorts, ReportPort } from '../../api/ports/ports.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import type { ScheduledReport } from '../schedules/new-schedule.ts';
import type { PlaneTenancy } from './plane-tenancy.ts';

/** An occurrence that a test puts in: 2 March 2026, 14:30, unless it says another instant. */
export interface PutOccurrence {
  readonly scheduleId: string;
  readonly state: OccurrenceState;
  readonly scheduledFor?: string;
}

/**
 * An item that a test delivers now: to the owner in the workspace, about nothing that is there, unless it says more.
 */
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
  /** An organization of its own, with everything that a report hangs on. */
  makeTenancy(): Promise<PlaneTenancy>;
  /** All that was left for Temporal, in the order in which it was written, `kind workflow_id`. */
  outbox(): Promise<readonly string[]>;
  /** Settles a queued run as `ready` with an answer. */
  answerRun(runId: string, answer: InsightAnswer): Promise<void>;
  /**
   * Puts an occurrence, with a queued run once it is past `claimed`; one that is being stopped was paused, with the
   * text `Somebody paused it.`
   */
  putOccurrence(scheduled: ScheduledReport, at: PutOccurrence): Promise<{ occurrenceId: string; runId: string }>;
  /** The id of the item. */
  putItem(tenancy: PlaneTenancy, item?: PutItem): Promise<string>;
}
