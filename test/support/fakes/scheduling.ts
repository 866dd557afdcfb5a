import type { ApiPorts } from '../../../api/ports.ts';
import type { ReportOccurrenceV1 } from '../../../contracts/schedules/report-occurrence.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { requireSameRequest } from '../../../domain/kernel/idempotency.ts';
import { isInFlight } from '../../../domain/schedules/report-occurrence.ts';
import type { IdempotentAnswer } from '../../../store/postgres/idempotency.ts';
import type { StoredInboxItem } from '../../../store/schedules/report-inbox.ts';
import type { StoredRun } from '../../../store/reports/report-runs.ts';
import type { ScheduleRecord, StoredSchedule } from '../../../store/schedules/report-schedules.ts';
import type { ViewPin } from '../../../store/reports/edit-report.ts';
import { newestFirst } from './newest-first.ts';

/** What schedules share with the rest of the control plane. */
interface Plane {
  readonly reportRows: ReadonlyMap<string, ReportV1>;
  readonly runRows: ReadonlyMap<string, StoredRun>;
  readonly keys: Map<string, IdempotentAnswer>;
  readonly outbox: { kind: string; workflowId: string }[];
}

/** Schedules, their occurrences and what was delivered, in memory. Nothing falls due here: tests put occurrences in. */
export class FakeScheduling {
  readonly rows = new Map<string, StoredSchedule>();
  readonly occurrences = new Map<string, ReportOccurrenceV1>();
  readonly items = new Map<string, StoredInboxItem>();
  /** How often an opening was noted, first or not. */
  opened = 0;
  readonly #plane: Plane;
  readonly #clock: Clock;

  constructor(plane: Plane, clock: Clock) {
    this.#plane = plane;
    this.#clock = clock;
  }

  /** How much is written, edits included. */
  written(): number {
    const revisions = [...this.rows.values()].map(({ record }) => Number(record.revision));
    const settled = [...this.occurrences.values()].filter(({ state }) => !isInFlight(state)).length;
    return revisions.reduce((sum, one) => sum + one, this.opened + settled + this.occurrences.size + this.items.size);
  }

  /** What deleting a report does to its schedules. */
  reportDeleted(reportId: string, scope: readonly string[]): void {
    for (const stored of this.rows.values()) {
      if (stored.record.report_id !== reportId) continue;
      const paused = { paused: true, pause_reason: 'report_deleted', next_run_at: null } as const;
      this.#replace({ ...stored, deletedReportScope: scope }, paused);
    }
  }

  /** What editing a report does to its schedules. */
  reportEdited(reportId: string, people: readonly string[], pin: ViewPin | undefined): void {
    for (const stored of this.rows.values()) {
      const { report_id: of, owner, recipient_subject_ids: before, paused } = stored.record;
      if (of !== reportId) continue;
      const recipients = before.filter((id) => id === owner || people.includes(id));
      const isStopped = !paused && pin !== undefined && pin.windowSeconds === undefined;
      if (pin === undefined && recipients.length === before.length) continue;
      const stopped = { paused: true, pause_reason: 'view_changed', next_run_at: null } as const;
      this.#replace(stored, { recipient_subject_ids: recipients, ...(isStopped && stopped) });
    }
  }

  /** What the server does to a schedule by itself. */
  pause(scheduleId: string, reason: ScheduleRecord['pause_reason']): void {
    this.#replace(this.rows.get(scheduleId)!, { paused: true, pause_reason: reason, next_run_at: null });
  }

  readonly schedules: ApiPorts['schedules'] = {
    create: ({ key, schedule, present }) => {
      const at = JSON.stringify([key.workspaceId, key.subjectId, key.key]);
      const first = this.#plane.keys.get(at);
      if (first !== undefined) {
        requireSameRequest(first, key.fingerprint);
        return Promise.resolve({ document: first.document as ReturnType<typeof present>, isReplay: true });
      }
      if (!this.#plane.reportRows.has(schedule.reportId)) return Promise.reject(notFound());
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
      this.#nudge(schedule.workspaceId);
      const document = present(stored);
      this.#plane.keys.set(at, { fingerprint: key.fingerprint, status: 201, document });
      return Promise.resolve({ document, isReplay: false });
    },
    find: (id) => Promise.resolve(this.rows.get(id)),
    list: ({ workspaceId, subjectId, ...page }) =>
      Promise.resolve(
        newestFirst(
          [...this.rows.values()].filter(
            ({ record }) =>
              record.workspace_id === workspaceId &&
              (record.owner === subjectId || record.recipient_subject_ids.includes(subjectId)),
          ),
          ({ record }) => ({ createdAt: record.created_at, id: record.schedule_id }),
          page,
        ),
      ),
    update: (id, expected, { cadence, tzdbVersion, recipients, next }) => {
      const stored = this.rows.get(id);
      if (stored?.record.revision !== expected) return Promise.resolve(undefined);
      if (next !== 'paused' && !this.#plane.reportRows.has(stored.record.report_id)) return Promise.resolve(undefined);
      const content = { cadence, recipient_subject_ids: [...recipients] };
      if (next === 'kept') return Promise.resolve(this.#replace(stored, content));
      const edit = { ...content, tzdb_version: tzdbVersion };
      if (next === 'paused') {
        this.#stop(id, 'schedule_paused');
        const reason = stored.record.paused ? stored.record.pause_reason : 'manual';
        return Promise.resolve(
          this.#replace(stored, { ...edit, paused: true, pause_reason: reason, next_run_at: null }),
        );
      }
      const armed = { paused: false, pause_reason: '', next_run_at: next.at.toISOString() } as const;
      return Promise.resolve(this.#replace(stored, { ...edit, ...armed }));
    },
    delete: (id) => {
      const stored = this.rows.get(id);
      if (stored === undefined) return Promise.resolve(undefined);
      this.rows.delete(id);
      this.#nudge(stored.record.workspace_id);
      const stopped = this.#stop(id, 'schedule_deleted');
      return Promise.resolve({
        schedule_id: id,
        deleted_at: this.#clock.now().toISOString(),
        occurrences_cancelled: stopped,
      });
    },
    findOccurrence: (id) => Promise.resolve(this.occurrences.get(id)),
    listOccurrences: ({ scheduleId, ...page }) =>
      Promise.resolve(
        newestFirst(
          [...this.occurrences.values()].filter((one) => one.schedule_id === scheduleId),
          (one) => ({ createdAt: one.scheduled_for, id: one.occurrence_id }),
          page,
        ),
      ),
  };

  readonly inbox: ApiPorts['inbox'] = {
    find: (id) => Promise.resolve(this.items.get(id)),
    list: ({ workspaceId, recipient, ...page }) =>
      Promise.resolve(
        newestFirst(
          [...this.items.values()]
            .filter((one) => one.item.workspace_id === workspaceId && one.recipient === recipient)
            .map(({ item }) => {
              const report = this.#plane.reportRows.get(item.report_id);
              const run = this.#plane.runRows.get(item.run_id);
              return { item, source: report && run && { report, ...run } };
            }),
          ({ item }) => ({ createdAt: item.delivered_at, id: item.delivery_id }),
          page,
        ),
      ),
    markRead: (id) => {
      const stored = this.items.get(id);
      if (stored === undefined) return Promise.resolve(undefined);
      this.opened += 1;
      const readAt = stored.item.read_at ?? this.#clock.now().toISOString();
      this.items.set(id, { ...stored, item: { ...stored.item, read_at: readAt } });
      return Promise.resolve(new Date(readAt));
    },
  };

  #replace(stored: StoredSchedule, change: Partial<ScheduleRecord>): StoredSchedule {
    const { record } = stored;
    const moved = { revision: String(BigInt(record.revision) + 1n), updated_at: this.#clock.now().toISOString() };
    const made = { ...stored, record: { ...record, ...change, ...moved } };
    this.rows.set(record.schedule_id, made);
    this.#nudge(record.workspace_id);
    return made;
  }

  /** Ends what is claimed and has no run yet, and asks a running one to end; how many. */
  #stop(scheduleId: string, code: string): number {
    const inFlight = [...this.occurrences.values()].filter(
      (one) => one.schedule_id === scheduleId && (one.state === 'claimed' || one.state === 'running'),
    );
    for (const one of inFlight) {
      const ended = one.state === 'claimed';
      const kept = { ...one, failure_code: code, failure_detail: 'Its owner stopped the schedule.' };
      this.occurrences.set(one.occurrence_id, {
        ...kept,
        state: ended ? 'cancelled' : 'cancelling',
        ...(ended && { finished_at: this.#clock.now().toISOString() }),
      });
      if (!ended) this.#plane.outbox.push({ kind: 'cancel_occurrence', workflowId: one.occurrence_id });
    }
    return inFlight.length;
  }

  #nudge(workspaceId: string): void {
    this.#plane.outbox.push({ kind: 'nudge_dispatcher', workflowId: workspaceId });
  }
}
