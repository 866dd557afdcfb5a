import type { ApiPorts } from '../../api/ports/ports.ts';
import type { ReportOccurrenceV1 } from '../../contracts/schedules/report-occurrence.ts';
import type { ReportV1 } from '../../contracts/reports/report.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { revisionMismatch, notFound } from '../../domain/kernel/errors.ts';
import { isInFlight, type OccurrenceCancelCode } from '../../domain/schedules/report-occurrence.ts';
import { NOTICE_SOURCE } from '../../domain/schedules/schedule-notice.ts';
import type { OutboxKind } from '../../store/outbox/enqueue.ts';
import type { InboxItemRecord, InboxItemSource, ListedInboxItem } from '../../store/schedules/report-inbox-store.ts';
import type { StoredRun } from '../../store/reports/report-run-store.ts';
import type { ScheduleRecord, StoredSchedule } from '../../store/schedules/report-schedule-store.ts';
import type { ViewPin } from '../../store/reports/edit-report.ts';
import type { FakeIdempotencyKeys } from './idempotency-keys.ts';
import { pageNewestFirst } from './page-newest-first.ts';

/** The parts that schedules share with the rest of the control plane. */
interface Plane {
  readonly reportRows: ReadonlyMap<string, ReportV1>;
  readonly runRows: ReadonlyMap<string, StoredRun>;
  readonly latestScopes: ReadonlyMap<string, readonly string[]>;
  readonly keys: FakeIdempotencyKeys;
  readonly outbox: { kind: OutboxKind; workflowId: string }[];
}

/**
 * Schedules, their occurrences and delivered items, in memory. No schedule becomes due here; tests insert occurrences.
 */
export class FakeScheduling {
  readonly rows = new Map<string, StoredSchedule>();
  /** Occurrences as stored rows, with the cause of a stop in progress. */
  readonly occurrences = new Map<string, ReportOccurrenceV1>();
  readonly items = new Map<string, { readonly item: InboxItemRecord; readonly recipient: string }>();
  /** The number of times that items were opened, including repeated openings. */
  opened = 0;
  readonly #plane: Plane;
  readonly #clock: Clock;

  constructor(plane: Plane, clock: Clock) {
    this.#plane = plane;
    this.#clock = clock;
  }

  /** The number of written rows, including edits. */
  written(): number {
    const revisions = [...this.rows.values()].map(({ record }) => Number(record.revision));
    const settled = [...this.occurrences.values()].filter(({ state }) => !isInFlight(state)).length;
    return revisions.reduce((sum, one) => sum + one, this.opened + settled + this.occurrences.size + this.items.size);
  }

  /**
   * Applies the deletion of a report to its schedules and to their work in flight, including the work of deleted
   * schedules.
   */
  reportDeleted({ report_id: reportId, workspace_id: workspaceId }: ReportV1, scope: readonly string[]): void {
    const schedules = this.#schedulesOf(reportId);
    for (const stored of schedules) {
      const paused = { paused: true, pause_reason: 'report_deleted', next_run_at: null } as const;
      this.#replace({ ...stored, deletedReportScope: scope }, paused);
    }
    const inFlight = this.#inFlight((one) => one.report_id === reportId);
    for (const one of inFlight) {
      const detail = 'The report was deleted while this occurrence was in flight.';
      if (one.state === 'cancelling') this.#end(one, { state: 'cancelled' });
      else this.#end(one, { state: 'failed', failure_code: 'report_deleted', failure_detail: detail });
    }
    if (schedules.length + inFlight.length > 0) this.#enqueue('nudge_dispatcher', workspaceId);
  }

  /** Applies the edit of a report to its schedules. */
  reportEdited({ report_id: reportId, workspace_id, recipient_subject_ids: people }: ReportV1, pin?: ViewPin): void {
    const schedules = this.#schedulesOf(reportId);
    for (const stored of schedules) {
      const { owner, recipient_subject_ids: before, paused } = stored.record;
      const recipients = before.filter((id) => id === owner || people.includes(id));
      const isStopped = !paused && pin !== undefined && pin.windowSeconds === undefined;
      if (pin === undefined && recipients.length === before.length) continue;
      const stopped = { paused: true, pause_reason: 'view_changed', next_run_at: null } as const;
      this.#replace(stored, { recipient_subject_ids: recipients, ...(isStopped && stopped) });
    }
    if (schedules.length > 0) this.#enqueue('nudge_dispatcher', workspace_id);
  }

  /** Pauses a schedule automatically, without a request of a person. */
  pause(scheduleId: string, reason: ScheduleRecord['pause_reason']): void {
    this.#replace(this.rows.get(scheduleId)!, { paused: true, pause_reason: reason, next_run_at: null });
  }

  readonly schedules: ApiPorts['schedules'] = {
    create: ({ key, schedule, present }) =>
      this.#plane.keys.once(key, 201, () => {
        const report = this.#plane.reportRows.get(schedule.reportId);
        if (report === undefined) throw notFound();
        if (report.revision !== schedule.reportRevision) throw reportMoved();
        const now = this.#clock.now().toISOString();
        const stored: StoredSchedule = {
          record: {
            schedule_id: schedule.scheduleId,
            organization_id: schedule.organizationId,
            workspace_id: schedule.workspaceId,
            report_id: schedule.reportId,
            owner: schedule.owner,
            cadence: schedule.cadence,
            tzdb_version: schedule.tzdbVersion,
            recipient_subject_ids: [...schedule.recipients],
            paused: schedule.next === undefined,
            pause_reason: schedule.next === undefined ? 'manual' : '',
            revision: '1',
            next_run_at: schedule.next?.at.toISOString() ?? null,
            last_scheduled_for: null,
            skipped_total: 0,
            created_at: now,
            updated_at: now,
          },
          deletedReportScope: undefined,
        };
        this.rows.set(schedule.scheduleId, stored);
        this.#enqueue('nudge_dispatcher', schedule.workspaceId);
        return present(stored);
      }),
    find: (id) => Promise.resolve(this.rows.get(id)),
    list: ({ workspaceId, subjectId, ...page }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.rows.values()].filter(
            ({ record }) =>
              record.workspace_id === workspaceId &&
              (record.owner === subjectId || record.recipient_subject_ids.includes(subjectId)),
          ),
          ({ record }) => ({ createdAt: record.created_at, id: record.schedule_id }),
          page,
        ),
      ),
    listByReports: ({ reportIds, subjectId, limit }) =>
      Promise.resolve(
        pageNewestFirst(
          [...this.rows.values()].filter(
            ({ record }) =>
              reportIds.includes(record.report_id) &&
              (record.owner === subjectId || record.recipient_subject_ids.includes(subjectId)),
          ),
          ({ record }) => ({ createdAt: record.created_at, id: record.schedule_id }),
          { limit, after: undefined },
        ),
      ),
    update: (id, expected, { cadence, tzdbVersion, recipients, reportRevision, next }) => {
      const stored = this.rows.get(id);
      if (stored?.record.revision !== expected) return Promise.resolve(undefined);
      const { record } = stored;
      const report = this.#plane.reportRows.get(record.report_id);
      const isArmed = next !== 'paused' && !(next === 'kept' && record.paused);
      if (report === undefined ? isArmed : report.revision !== reportRevision) return Promise.resolve(undefined);
      const content = { cadence, recipient_subject_ids: [...recipients] };
      if (next === 'paused') this.#stop(id, 'schedule_paused', 'paused');
      this.#enqueue('nudge_dispatcher', record.workspace_id);
      if (next === 'kept') return Promise.resolve(this.#replace(stored, content));
      const timing =
        next === 'paused'
          ? { paused: true, pause_reason: record.paused ? record.pause_reason : 'manual', next_run_at: null }
          : ({ paused: false, pause_reason: '', next_run_at: next.at.toISOString() } as const);
      return Promise.resolve(this.#replace(stored, { ...content, tzdb_version: tzdbVersion, ...timing }));
    },
    delete: (id) => {
      const stored = this.rows.get(id);
      if (stored === undefined) return Promise.resolve(undefined);
      this.rows.delete(id);
      const stopped = this.#stop(id, 'schedule_deleted', 'deleted');
      this.#enqueue('nudge_dispatcher', stored.record.workspace_id);
      return Promise.resolve({
        schedule_id: id,
        deleted_at: this.#clock.now().toISOString(),
        occurrences_cancelled: stopped,
      });
    },
    findOccurrence: (id) => Promise.resolve(this.#shownOccurrences().find((one) => one.occurrence_id === id)),
    listOccurrences: ({ scheduleId, ...page }) =>
      Promise.resolve(
        pageNewestFirst(
          this.#shownOccurrences().filter((one) => one.schedule_id === scheduleId),
          (one) => ({ createdAt: one.scheduled_for, id: one.occurrence_id }),
          page,
        ),
      ),
  };

  readonly inbox: ApiPorts['inbox'] = {
    find: (id) => {
      const stored = this.items.get(id);
      return Promise.resolve(stored && { ...this.#listed(stored.item), recipient: stored.recipient });
    },
    list: ({ workspaceId, recipient, ...page }) => Promise.resolve(this.#listItems(workspaceId, recipient, page)),
    listUnread: ({ workspaceId, recipient, limit }) => {
      const listed = this.#listItems(workspaceId, recipient, { limit: Infinity, after: undefined });
      const unread = listed.filter(
        ({ item, source, failure }) => item.read_at === null && (source !== undefined || failure !== undefined),
      );
      return Promise.resolve(unread.slice(0, limit));
    },
    markRead: (id) => {
      const stored = this.items.get(id);
      if (stored === undefined) return Promise.resolve(undefined);
      this.opened += 1;
      const readAt = stored.item.read_at ?? this.#clock.now().toISOString();
      this.items.set(id, { ...stored, item: { ...stored.item, read_at: readAt } });
      return Promise.resolve(new Date(readAt));
    },
  };

  #listItems(workspaceId: string, recipient: string, page: Parameters<typeof pageNewestFirst>[2]): ListedInboxItem[] {
    const items = [...this.items.values()].filter((one) => one.item.workspace_id === workspaceId);
    return pageNewestFirst(
      items.filter((one) => one.recipient === recipient).map(({ item }) => this.#listed(item)),
      ({ item }) => ({ createdAt: item.delivered_at, id: item.delivery_id }),
      page,
    );
  }

  #listed(item: InboxItemRecord): ListedInboxItem {
    const failed = item.source_kind === NOTICE_SOURCE ? this.occurrences.get(item.source_id) : undefined;
    const failure = failed && { code: failed.failure_code, detail: failed.failure_detail };
    return { item, source: failed ? this.#reportOf(failed) : this.#sourceOf(item), failure };
  }

  #reportOf({ report_id: reportId }: ReportOccurrenceV1): InboxItemSource | undefined {
    const report = this.#plane.reportRows.get(reportId);
    const scopeEnvironmentIds = this.#plane.latestScopes.get(reportId);
    return report && scopeEnvironmentIds && { report, run: {}, scopeEnvironmentIds };
  }

  #sourceOf(item: InboxItemRecord): InboxItemSource | undefined {
    const stored = this.#plane.runRows.get(item.run_id);
    const report = this.#plane.reportRows.get(stored?.run.report_id ?? '');
    if (stored === undefined || report === undefined) return undefined;
    const { name, owner, recipient_subject_ids } = report;
    const { finished_at } = stored.run;
    return {
      report: { name, owner, recipient_subject_ids },
      run: finished_at === undefined ? {} : { finished_at },
      scopeEnvironmentIds: stored.scopeEnvironmentIds,
    };
  }

  #schedulesOf(reportId: string): StoredSchedule[] {
    return [...this.rows.values()].filter(({ record }) => record.report_id === reportId);
  }

  #replace(stored: StoredSchedule, change: Partial<ScheduleRecord>): StoredSchedule {
    const { record } = stored;
    const moved = { revision: String(BigInt(record.revision) + 1n), updated_at: this.#clock.now().toISOString() };
    const made = { ...stored, record: { ...record, ...change, ...moved } };
    this.rows.set(record.schedule_id, made);
    return made;
  }

  /** The occurrences as reads return them. The cause of a stop appears only after the stop. */
  #shownOccurrences(): ReportOccurrenceV1[] {
    return [...this.occurrences.values()].map((one) =>
      one.finished_at === undefined ? { ...one, failure_code: '', failure_detail: '' } : one,
    );
  }

  #inFlight(isOne: (occurrence: ReportOccurrenceV1) => boolean): ReportOccurrenceV1[] {
    return [...this.occurrences.values()].filter((one) => isInFlight(one.state) && isOne(one));
  }

  /**
   * Ends claimed occurrences without a run, and requests a stop of running occurrences. Returns the number of all
   * these.
   */
  #stop(scheduleId: string, code: OccurrenceCancelCode, done: string): number {
    const stopped = this.#inFlight((one) => one.schedule_id === scheduleId && one.state !== 'cancelling');
    for (const one of stopped) {
      const detail = `The owner of the schedule ${done} it while this occurrence was in flight.`;
      const outcome = { failure_code: code, failure_detail: detail };
      if (one.state === 'claimed') this.#end(one, { ...outcome, state: 'cancelled' });
      else this.#move(one, { ...outcome, state: 'cancelling' });
    }
    return stopped.length;
  }

  #end(occurrence: ReportOccurrenceV1, change: Partial<ReportOccurrenceV1>): void {
    this.#move(occurrence, { ...change, finished_at: this.#clock.now().toISOString() });
  }

  /** Changes an occurrence, and adds a message for its workflow. */
  #move(occurrence: ReportOccurrenceV1, change: Partial<ReportOccurrenceV1>): void {
    this.occurrences.set(occurrence.occurrence_id, { ...occurrence, ...change });
    this.#enqueue('cancel_occurrence', occurrence.occurrence_id);
  }

  #enqueue(kind: OutboxKind, workflowId: string): void {
    this.#plane.outbox.push({ kind, workflowId });
  }
}

function reportMoved(): Error {
  return revisionMismatch('revision_stale', 'The report was changed meanwhile.', '/expected_report_revision');
}
