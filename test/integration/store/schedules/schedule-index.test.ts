import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import { createOverdueWorkspaceStore } from '../../../../store/schedules/overdue-workspace-store.ts';
import { createReportInboxStore } from '../../../../store/schedules/report-inbox-store.ts';
import { createReportOccurrenceStore } from '../../../../store/schedules/report-occurrence-store.ts';
import { createReportScheduleStore } from '../../../../store/schedules/report-schedule-store.ts';
import { createScheduleReplanner } from '../../../../store/schedules/schedule-replanner.ts';
import { readWorkspace } from '../../../../store/schedules/workspace-reading.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';
import type { ScheduledReport } from '../../../../testing/schedules/new-schedule.ts';
import { makeReport, putOccurrence, saveSchedule } from './schedule-rows.ts';

/**
 * The number of rows of each table. Every second schedule is in one workspace, the others are in 250 more. None is due,
 * and only one occurrence is in flight.
 */
const ROWS = 10_000;

let world: StoreWorld;
let scheduled: ScheduledReport;
let scheduleId: string;
beforeAll(async () => {
  world = await openStoreWorld();
  scheduled = await makeReport(world);
  scheduleId = await saveSchedule(world, scheduled, { tzdbVersion: timeZones.version });
  await fill();
});
afterAll(() => world.close());

async function fill(): Promise<void> {
  const { tenancy } = scheduled;
  const { occurrenceId } = await putOccurrence(world, scheduled, { scheduleId, state: 'delivered' });
  await world.pool.query(
    `INSERT INTO workspaces SELECT (jsonb_populate_record(w, jsonb_build_object('workspace_id', 't_' || number))).*
     FROM workspaces w, generate_series(1, 499, 2) AS number WHERE workspace_id = $1`,
    [tenancy.workspaceId],
  );
  await world.pool.query(
    `INSERT INTO reports
     SELECT (jsonb_populate_record(r, jsonb_build_object('report_id', 'rpt_' || number, 'name', r.name || number))).*
     FROM reports r, generate_series(1, 1000) AS number WHERE report_id = $1`,
    [scheduled.reportId],
  );
  await world.pool.query(
    `INSERT INTO report_runs
     SELECT (jsonb_populate_record(n, jsonb_build_object('run_id', 'rrun_' || number, 'report_id', 'rpt_' || number))).*
     FROM report_runs n, generate_series(1, 1000) AS number WHERE run_id = $1`,
    [scheduled.firstRunId],
  );
  await world.pool.query(
    `INSERT INTO report_schedules
     SELECT (jsonb_populate_record(s, jsonb_build_object('schedule_id', 'rsch_' || number,
       'workspace_id', CASE number % 2 WHEN 0 THEN workspace_id ELSE 't_' || number % 500 END,
       'created_at', s.created_at - number * interval '1 minute',
       'next_run_at', s.next_run_at + number * interval '1 minute'))).*
     FROM report_schedules s, generate_series(1, ${ROWS}) AS number WHERE schedule_id = $1`,
    [scheduleId],
  );
  await world.pool.query(
    `INSERT INTO report_occurrences
     SELECT (jsonb_populate_record(o, jsonb_build_object('occurrence_id', 'rocc_' || number,
       'scheduled_for', o.scheduled_for - number * interval '1 minute'))).*
     FROM report_occurrences o, generate_series(1, ${ROWS}) AS number WHERE occurrence_id = $1`,
    [occurrenceId],
  );
  await world.pool.query(
    `INSERT INTO report_inbox_items
     SELECT 'rdlv_' || number, $1, $2, $3, 'report_delivered', 'report_occurrence', 'rocc_' || number, '', '', '',
       $4::timestamptz - number * interval '1 minute'
     FROM generate_series(1, ${ROWS}) AS number`,
    [tenancy.organizationId, tenancy.workspaceId, tenancy.ownerId, world.clock.now()],
  );
  await putOccurrence(world, scheduled, { scheduleId, state: 'running', scheduledFor: '2026-03-03T14:30:00.000Z' });
  await world.pool.query('analyze');
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
  /** True if the pool prepares the statement, so that one plan serves all values. */
  readonly isPrepared: boolean;
}

/** The first statement with values that `work` sends, and its plan. */
async function planOf(work: (pool: pg.Pool) => Promise<unknown>): Promise<string> {
  const sent: Statement[] = [];
  const recording = {
    query: (query: string | { text: string; values: unknown[] }, values?: unknown[]) => {
      if (typeof query !== 'string') sent.push({ ...query, isPrepared: false });
      else if (values !== undefined) sent.push({ text: query, values, isPrepared: true });
      return Promise.resolve({ rows: [], rowCount: 0 });
    },
    connect: () => Promise.resolve(recording),
    on: () => undefined,
    off: () => undefined,
    release: () => undefined,
  };
  await work(recording as unknown as pg.Pool);
  return explain(sent[0]!);
}

async function explain({ text, values, isPrepared }: Statement): Promise<string> {
  if (!isPrepared) return lines(await world.pool.query<PlanLine>({ text: `explain ${text}`, values }));
  const client = await world.pool.connect();
  try {
    // From Postgres 16 on, `explain (generic_plan)` would give the same plan.
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare explained as ${text}`);
    return lines(await client.query<PlanLine>(`explain execute explained(${values.map(() => 'null').join(', ')})`));
  } finally {
    client.release(true);
  }
}

interface PlanLine {
  readonly 'QUERY PLAN': string;
}

function lines({ rows }: pg.QueryResult<PlanLine>): string {
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const page = { limit: 50, after: { createdAt: '2026-03-01T00:00:00.000Z', id: 'x' } };

/** The list, the index that serves it, the condition of the index, and the rows that are looked up by key. */
const LISTS = [
  {
    list: 'schedules',
    index: 'report_schedules_by_workspace',
    condition: 'ROW(created_at, schedule_id) <',
    lookups: [],
    ask: (pool: pg.Pool) =>
      createReportScheduleStore(pool, world.clock).list({
        workspaceId: scheduled.tenancy.workspaceId,
        subjectId: scheduled.tenancy.ownerId,
        ...page,
      }),
  },
  {
    list: 'occurrences',
    index: 'report_occurrences_by_schedule',
    condition: 'ROW(scheduled_for, occurrence_id) <',
    lookups: [],
    ask: (pool: pg.Pool) => createReportOccurrenceStore(pool).listOccurrences({ scheduleId, ...page }),
  },
  {
    list: 'inbox',
    index: 'report_inbox_items_by_recipient',
    condition: 'ROW(delivered_at, delivery_id) <',
    lookups: [
      '(occurrence_id = i.source_id)',
      '(run_id = i.run_id)',
      '(report_id = COALESCE(n.report_id, o.report_id))',
    ],
    ask: (pool: pg.Pool) =>
      createReportInboxStore(pool, world.clock).list({
        workspaceId: scheduled.tenancy.workspaceId,
        recipient: scheduled.tenancy.ownerId,
        ...page,
      }),
  },
] as const;

describe('among ten thousand rows', () => {
  it.each(LISTS)(
    'a page of the $list begins at the end of the previous one, in the order of its index',
    async (list) => {
      const plan = await planOf(list.ask);
      expect(plan).toContain('$1');
      expect(plan).toContain(`Index Scan using ${list.index}`);
      const conditions = plan.split('\n').filter((line) => line.includes('Index Cond'));
      const asked = [list.condition, ...list.lookups];
      expect(conditions).toMatchObject(asked.map((condition) => expect.stringContaining(condition) as string));
      expect(plan).not.toMatch(/Seq Scan|Sort/);
    },
  );

  it('a plan finds the schedules of its workspace in order through report_schedules_due', async () => {
    const plan = await planOf((pool) =>
      expect(readWorkspace(pool, scheduled.tenancy.workspaceId, 51)).rejects.toThrow('no workspace'),
    );
    expect(plan).toContain('using report_schedules_due');
    expect(plan).toContain('using occurrence_in_flight');
    expect(plan).not.toMatch(/Seq Scan on (report_schedules|report_occurrences)/);
  });

  it('overdue workspaces are found in order through report_schedules_overdue', async () => {
    const plan = await planOf((pool) => createOverdueWorkspaceStore(pool, world.clock).nudgeOverdue(120_000));
    expect(plan).toContain('Index Scan using report_schedules_overdue');
    expect(plan).not.toMatch(/Seq Scan on (report_schedules|report_occurrences)/);
  });

  it('stale occurrences are found in order through report_occurrences_untouched', async () => {
    const plan = await planOf((pool) => createOverdueWorkspaceStore(pool, world.clock).nudgeStale(120_000));
    expect(plan).toContain('Index Scan using report_occurrences_untouched');
    expect(plan).not.toMatch(/Seq Scan on (report_schedules|report_occurrences)/);
  });

  it('schedules of an older time-zone database are found through report_schedules_by_tzdb', async () => {
    const plan = await planOf((pool) => createScheduleReplanner(pool, world.clock, timeZones).replan());
    expect(plan).toContain('report_schedules_by_tzdb');
    expect(plan).not.toContain('Seq Scan');
  });
});
