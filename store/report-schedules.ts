import type { Cadence } from '../domain/cadence/cadence.ts';
import type { ReportScheduleDeletion, ReportScheduleV1 } from '../contracts/report-schedule.ts';
import type { IdempotencyKey } from './idempotency.ts';
import type { PageKey } from './page-key.ts';

/** A schedule without what is made of it for a reader: the state of its parts and the instants to come. */
export type ScheduleRecord = Omit<
  ReportScheduleV1,
  'cadence' | 'execution_state' | 'unavailable_reasons' | 'next_occurrences'
> & { readonly cadence: Cadence };

/** A schedule and what no document shows of it. */
export interface StoredSchedule {
  readonly record: ScheduleRecord;
  readonly savedViewId: string;
  /** Decimal string: the revision that the report pins. */
  readonly viewRevision: string;
  /** Length of the view's relative window. */
  readonly windowSeconds: number;
  /** The leaves of the latest run of a report that was deleted; undefined while the report is there. */
  readonly deletedReportScope: readonly string[] | undefined;
}

/** When a schedule is due next, and the local date that a wall clock means by it. */
export interface NextRun {
  readonly at: Date;
  readonly localDate: string | undefined;
}

/** A schedule before the store gives it its revision and its times. */
export interface NewSchedule {
  readonly scheduleId: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly reportId: string;
  readonly reportName: string;
  readonly owner: string;
  readonly savedViewId: string;
  /** Decimal string. */
  readonly viewRevision: string;
  readonly windowSeconds: number;
  readonly cadence: Cadence;
  readonly tzdbVersion: string;
  readonly recipients: readonly string[];
  /** Undefined saves it paused by its owner. */
  readonly next: NextRun | undefined;
}

/** What an edit makes of a schedule. */
export interface ScheduleEdit {
  readonly cadence: Cadence;
  readonly tzdbVersion: string;
  readonly recipients: readonly string[];
  /**
   * `paused`: by its owner, and what is in flight is stopped; a pause that is in force keeps its reason. `kept`: what is
   * owed stays owed. Else armed, and due then.
   */
  readonly next: NextRun | 'kept' | 'paused';
}

export interface ReportScheduleStore {
  /**
   * Writes the key, the schedule and a nudge in one transaction. A request that was answered before writes nothing and
   * gets that answer. `present` makes the document that is answered and kept.
   * @throws Refusal `conflict` when the key was used for another request, `not_found` when the report is gone
   */
  create(input: {
    key: IdempotencyKey & { readonly fingerprint: string };
    schedule: NewSchedule;
    present: (stored: StoredSchedule) => ReportScheduleV1;
  }): Promise<{ document: ReportScheduleV1 }>;
  /** The schedule, whoever asks; undefined when there is none, or it was deleted. */
  find(scheduleId: string): Promise<StoredSchedule | undefined>;
  /** The schedules that the subject owns or receives in the workspace, newest first, at most `limit`. */
  list(input: {
    workspaceId: string;
    subjectId: string;
    limit: number;
    after: PageKey | undefined;
  }): Promise<StoredSchedule[]>;
  /**
   * Replaces what can be edited, one revision on, and nudges, in one transaction; undefined when the schedule is not at
   * `expectedRevision` any more, or is gone, and when it is to be armed although its report is gone.
   */
  update(scheduleId: string, expectedRevision: string, edit: ScheduleEdit): Promise<StoredSchedule | undefined>;
  /**
   * Takes the schedule from every read and stops what is in flight, in one transaction; occurrences and delivered items
   * stay. Undefined when it is gone already.
   */
  delete(scheduleId: string): Promise<ReportScheduleDeletion | undefined>;
}
