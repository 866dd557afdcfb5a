import { createBeginAhead } from '../../../activities/schedules/begin-occurrence.ts';
import {
  createOccurrenceActivities,
  type OccurrenceActivities,
} from '../../../activities/schedules/occurrence-activities.ts';
import type { OccurrencePorts } from '../../../activities/schedules/occurrence-ports.ts';
import { timeZones } from '../../../contracts/wire/time-zone.ts';
import type { AttemptStatus } from '../../../domain/reports/run-status.ts';
import type { OccurrenceStatus } from '../../../domain/schedules/occurrence-status.ts';
import type { CalendarWindow } from '../../../domain/insight/windows/calendar-window.ts';
import type { Cadence } from '../../../domain/schedules/cadence.ts';
import { intendedDate } from '../../../domain/schedules/local-dates.ts';
import type { TimeZones } from '../../../domain/schedules/time-zones.ts';
import { noFaultPoints, type FaultPoints } from '../../../domain/kernel/fault-points.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import {
  createOccurrenceTransitions,
  type OccurrenceTransitions,
} from '../../../store/schedules/occurrence-transitions.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createRunTransitions, type RunTransitions } from '../../../store/reports/run-transitions.ts';
import { createSavedViewStore, type NewSavedView } from '../../../store/views/saved-view-store.ts';
import { createSchedulePlanner, type SchedulePlanner } from '../../../store/schedules/schedule-planner.ts';
import { createTenancyStore } from '../../../store/tenancy/tenancy-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../testing/store/store-world.ts';
import { newReport, newRun } from '../../../testing/reports/new-report.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { newView } from '../../../testing/views/new-view.ts';

/** A workspace with a report that the owner may run and `otherId` may receive. */
export interface ScheduleTenancy extends Tenancy {
  readonly viewId: string;
  readonly reportId: string;
  /** The bindings that let the owner and the other subject read. */
  readonly ownerBindingId: string;
  readonly otherBindingId: string;
}

export interface PlantedSchedule {
  readonly cadence: Cadence;
  readonly nextRunAt: string;
  readonly reportName?: string;
  readonly recipients?: readonly string[];
  readonly windowSeconds?: number;
  readonly calendarWindow?: CalendarWindow;
  /** The revision of the view; 1 if absent. */
  readonly viewRevision?: string;
  readonly tzdbVersion?: string;
  /** The local date of `nextRunAt`; by default, the date that the cadence derives. */
  readonly nextLocalDate?: string;
}

/** A row of `report_schedules` with the columns that tests read. */
export interface ScheduleRow {
  readonly next_run_at: Date | null;
  readonly next_local_date: string | null;
  readonly tzdb_version: string;
  readonly last_scheduled_for: Date | null;
  readonly skipped_total: bigint;
  readonly revision: bigint;
  readonly paused: boolean;
  readonly pause_reason: string;
  readonly updated_at: Date;
}

/** A row of `report_occurrences` with the columns that tests read. */
export interface OccurrenceRow {
  readonly occurrence_id: string;
  readonly schedule_id: string;
  readonly state: string;
  readonly scheduled_for: Date;
  readonly window_from: Date | null;
  readonly window_to: Date | null;
  readonly skipped_count: number;
  readonly skipped_from: Date | null;
  readonly skipped_to: Date | null;
  readonly schedule_revision: bigint;
  readonly view_revision: bigint;
  readonly recipient_subject_ids: string[];
  readonly run_id: string;
  readonly failure_code: string;
  readonly failure_detail: string;
  readonly delivered_count: number;
  readonly suppressed_count: number;
  readonly attempt: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** A failure that the activities meet. */
interface Disturbance {
  readonly faultPoints?: FaultPoints;
  readonly transitions?: Partial<OccurrenceTransitions>;
}

/** Schedules on a real database, with everything that moves their occurrences. */
export interface SchedulesWorld extends StoreWorld {
  readonly transitions: OccurrenceTransitions;
  readonly runs: RunTransitions;
  planner(over?: { zones?: TimeZones; faultPoints?: FaultPoints; warned?: (members: object) => void }): SchedulePlanner;
  activities(over?: Disturbance): OccurrenceActivities;
  /** Begins a claimed occurrence in place of a plan. */
  beginAhead(occurrenceId: string, over?: Disturbance): Promise<OccurrenceStatus | undefined>;
  house(view?: Partial<NewSavedView>): Promise<ScheduleTenancy>;
  plant(house: ScheduleTenancy, schedule: PlantedSchedule): Promise<string>;
  /** Creates a claimed occurrence of a new schedule in the workspace, for the clock's current instant. */
  claimed(
    house: ScheduleTenancy,
    over?: Partial<PlantedSchedule>,
  ): Promise<{ scheduleId: string; occurrenceId: string }>;
  /** Creates an occurrence in the state `running`, with its run. */
  running(house: ScheduleTenancy, over?: Partial<PlantedSchedule>): Promise<{ occurrenceId: string; runId: string }>;
  /** Settles the run of an occurrence with an answer. */
  answer(runId: string): Promise<void>;
  schedule(scheduleId: string): Promise<ScheduleRow>;
  /** The occurrences of the workspace, oldest instant first. */
  occurrences(workspaceId: string): Promise<OccurrenceRow[]>;
  occurrence(occurrenceId: string): Promise<OccurrenceRow>;
  /** The recipients with an item of the occurrence. */
  served(occurrenceId: string): Promise<string[]>;
  /** The notifications that the owner of a schedule got about it, oldest first. */
  notices(scheduleId: string): Promise<{ event_type: string; source_id: string; recipient: string; run_id: string }[]>;
  /** The outbox rows for a workflow. */
  ordered(workflowId: string): Promise<string[]>;
}

export async function openSchedulesWorld(instant?: string): Promise<SchedulesWorld> {
  const world = await openStoreWorld(instant);
  const { pool, clock } = world;
  const transitions = createOccurrenceTransitions(pool, clock, newId);
  const runs = createRunTransitions(pool, clock);
  const savedViews = createSavedViewStore(pool, clock);

  const planner: SchedulesWorld['planner'] = ({ zones = timeZones, faultPoints = noFaultPoints, warned } = {}) =>
    createSchedulePlanner({ pool, clock, zones, faultPoints, log: { warn: (members) => warned?.(members) } });

  const tenancy = createTenancyStore(pool);
  const portsOf = ({ faultPoints = noFaultPoints, transitions: over = {} }: Disturbance = {}): OccurrencePorts => ({
    transitions: { ...transitions, ...over },
    tenancy,
    savedViews,
    newId,
    faultPoints,
    log: silentLog,
  });
  const answer = async (runId: string): Promise<AttemptStatus> => {
    await runs.claim({ runId, leaseMs: 15_000 });
    return runs.settleWithAnswer({
      runId,
      attempt: 1,
      state: 'ready',
      coverage: [],
      truncated: false,
      answer: '{}',
      artifactDigest: 'sha256:0',
      artifactSalt: 'salt',
      groupCount: 0,
      byteCount: 2,
      redactedByteCount: 2,
      authorityEpoch: '1',
    });
  };
  const activities: SchedulesWorld['activities'] = (disturbance) =>
    createOccurrenceActivities(portsOf(disturbance), { executeAttempt: ({ runId }) => answer(runId) });
  const beginAhead: SchedulesWorld['beginAhead'] = (occurrenceId, disturbance) =>
    createBeginAhead(portsOf(disturbance))({ occurrenceId });

  const house: SchedulesWorld['house'] = async (over = {}) => {
    const tenancy = await makeTenancy(world);
    const bindings = createAccessBindingStore(pool, clock);
    const reading = (subjectId: string): Promise<{ bindingId: string }> =>
      bindings.create({ subjectId, actions: ['metadata.read'], nodeId: tenancy.workspaceId });
    const { bindingId: ownerBindingId } = await reading(tenancy.ownerId);
    const { bindingId: otherBindingId } = await reading(tenancy.otherId);
    const query = { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1'] };
    const view = await savedViews.create(newView(tenancy, { query, ...over }));
    const report = newReport(tenancy, view.id, { name: 'Weekly cost', recipient_subject_ids: [tenancy.otherId] });
    const run = newRun(tenancy, report.report_id);
    await createReportStore(pool, clock).create({ fingerprint: run.run_id, report, run });
    return { ...tenancy, viewId: view.id, reportId: report.report_id, ownerBindingId, otherBindingId };
  };

  const plant: SchedulesWorld['plant'] = async (home, planted) => {
    const { cadence, nextRunAt, windowSeconds = 86_400, tzdbVersion = timeZones.version } = planted;
    const scheduleId = newId('reportSchedule');
    const date = planted.nextLocalDate ?? intendedDate(cadence, new Date(nextRunAt), timeZones);
    await pool.query(
      `INSERT INTO report_schedules (schedule_id, organization_id, workspace_id, report_id, owner, report_name,
         saved_view_id, view_revision, window_seconds, cadence, tzdb_version, recipient_subject_ids, paused, pause_reason,
         next_run_at, next_local_date, created_at, updated_at, calendar_window)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $15, $8, $9, $10, $11, false, '', $12, $13, $14, $14, $16)`,
      [
        scheduleId,
        home.organizationId,
        home.workspaceId,
        home.reportId,
        home.ownerId,
        planted.reportName ?? 'Weekly cost',
        home.viewId,
        windowSeconds,
        JSON.stringify(cadence),
        tzdbVersion,
        planted.recipients ?? [home.ownerId, home.otherId],
        nextRunAt,
        date ?? null,
        clock.now(),
        planted.viewRevision ?? '1',
        planted.calendarWindow === undefined ? null : JSON.stringify(planted.calendarWindow),
      ],
    );
    return scheduleId;
  };

  const claimed: SchedulesWorld['claimed'] = async (home, over = {}) => {
    const nextRunAt = clock.now().toISOString();
    const cadence: Cadence = { mode: 'interval', frequency: 'daily', anchor: nextRunAt };
    const scheduleId = await plant(home, { cadence, nextRunAt, ...over });
    const { inFlight } = await planner().plan(home.workspaceId);
    return { scheduleId, occurrenceId: inFlight!.occurrenceId };
  };

  const many = async <Row extends object>(text: string, value: string): Promise<Row[]> =>
    (await pool.query<Row>(text, [value])).rows;

  return {
    ...world,
    transitions,
    runs,
    planner,
    activities,
    beginAhead,
    house,
    plant,
    claimed,
    async running(home, over) {
      const { occurrenceId } = await claimed(home, over);
      const { runId } = await activities().beginOccurrence({ occurrenceId });
      return { occurrenceId, runId };
    },
    answer: async (runId) => void (await answer(runId)),
    schedule: async (id) => (await many<ScheduleRow>('SELECT * FROM report_schedules WHERE schedule_id = $1', id))[0]!,
    occurrences: (id) =>
      many<OccurrenceRow>(
        'SELECT * FROM report_occurrences WHERE workspace_id = $1 ORDER BY scheduled_for, created_at',
        id,
      ),
    occurrence: async (id) =>
      (await many<OccurrenceRow>('SELECT * FROM report_occurrences WHERE occurrence_id = $1', id))[0]!,
    served: async (id) =>
      (
        await many<{ recipient: string }>(
          `SELECT recipient FROM report_inbox_items WHERE source_id = $1 AND event_type = 'report_delivered'`,
          id,
        )
      )
        .map(({ recipient }) => recipient)
        .sort(),
    notices: (id) =>
      many(
        `SELECT event_type, source_id, recipient, run_id FROM report_inbox_items
         WHERE schedule_id = $1 AND source_kind = 'failed_occurrence' ORDER BY delivered_at, delivery_id`,
        id,
      ),
    ordered: async (id) =>
      (
        await many<{ kind: string }>('SELECT kind FROM workflow_outbox WHERE workflow_id = $1 ORDER BY outbox_id', id)
      ).map(({ kind }) => kind),
  };
}
