import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailedAttempt } from '../../../activities/reports/requeue-run.ts';
import { WORKSPACE_KINDS } from '../../../domain/installation/retention-sweep.ts';
import { timeZones } from '../../../contracts/wire/time-zone.ts';
import { createCalibrationFitStore } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import { createLostExperimentRunStore } from '../../../store/quality/experiments/lost-experiment-run-store.ts';
import { createLostComparisonRunStore } from '../../../store/comparisons/lost-comparison-run-store.ts';
import { createLostRunStore } from '../../../store/reports/lost-run-store.ts';
import { createOverdueWorkspaceStore } from '../../../store/schedules/overdue-workspace-store.ts';
import { createScheduleReplanner } from '../../../store/schedules/schedule-replanner.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createOutboxStore } from '../../../store/outbox/outbox-store.ts';
import { createReportStore, type ReportStore } from '../../../store/reports/report-store.ts';
import { createRetentionSweepStore } from '../../../store/installation/retention-sweep-store.ts';
import type { SettledAnswer } from '../../../store/reports/run-transitions.ts';
import { reconcile } from '../../../worker/relay/reconcile.ts';
import { newRun } from '../../../testing/reports/new-report.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { activityEnvironment, createGate, openRunWorld, type RunWorld } from './run-world.ts';

const LEASE = { leaseMs: 15_000 };

let world: RunWorld;
let reports: ReportStore;
beforeAll(async () => {
  world = await openRunWorld();
  reports = createReportStore(world.pool, world.clock);
});
afterAll(() => world.close());

interface Stored {
  readonly tenancy: Awaited<ReturnType<RunWorld['tenancy']>>;
  readonly reportId: string;
  readonly runId: string;
}

async function stored(): Promise<Stored> {
  const tenancy = await world.tenancy();
  const runId = await world.queueRun(tenancy);
  return { tenancy, runId, reportId: (await world.documents.findRun(runId))!.run.report_id };
}

const anOutcome = (runId: string): SettledAnswer => ({
  runId,
  attempt: 1,
  state: 'ready',
  coverage: [],
  truncated: false,
  answer: '{}',
  artifactDigest: `sha256:${'0'.repeat(64)}`,
  artifactSalt: 'salt',
  groupCount: 1,
  byteCount: 2,
  redactedByteCount: 2,
  authorityEpoch: '1',
});

/** The number of rows that refer to the report, including its runs. */
async function rowsOf({ reportId, tenancy }: Stored): Promise<bigint[]> {
  const { rows } = await world.pool.query<{ counts: bigint[] }>(
    `SELECT ARRAY[(SELECT count(*) FROM reports WHERE report_id = $1),
       (SELECT count(*) FROM report_runs WHERE report_id = $1),
       (SELECT count(*) FROM report_answers a WHERE NOT EXISTS (SELECT FROM report_runs n WHERE n.run_id = a.run_id)
          OR EXISTS (SELECT FROM report_runs n WHERE n.run_id = a.run_id AND n.workspace_id = $2))] AS counts`,
    [reportId, tenancy.workspaceId],
  );
  return rows[0]!.counts.map(BigInt);
}

async function outboxKinds(...runIds: string[]): Promise<string[]> {
  const { rows } = await world.pool.query<{ kind: string }>(
    'SELECT kind FROM workflow_outbox WHERE workflow_id = ANY($1) ORDER BY outbox_id',
    [runIds],
  );
  return rows.map(({ kind }) => kind);
}

async function untilWaiting(count: bigint): Promise<void> {
  const waiting = async (): Promise<bigint> => {
    const { rows } = await world.pool.query<{ count: bigint }>(
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  };
  while ((await waiting()) < count) await pause(5);
}

/** Makes `first` and `second` wait for one locked row, in this order, and releases the lock when both wait. */
async function inTurn<First, Second>(
  lock: { table: 'reports' | 'report_runs'; column: 'report_id' | 'run_id'; id: string },
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const client = await world.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT FROM ${lock.table} WHERE ${lock.column} = $1 FOR UPDATE`, [lock.id]);
    const one = first();
    await untilWaiting(1n);
    const other = second();
    await untilWaiting(2n);
    await client.query('COMMIT');
    return await Promise.all([one, other]);
  } finally {
    client.release();
  }
}

const atRun = (id: string) => ({ table: 'report_runs', column: 'run_id', id }) as const;
const atReport = (id: string) => ({ table: 'reports', column: 'report_id', id }) as const;

describe('deleting a report', () => {
  it('removes it with every run and answer, and cancels unsettled runs in Temporal', async () => {
    const made = await stored();
    await world.execute(made.runId);
    const { document: second } = await reports.createRun({
      fingerprint: 'second',
      run: newRun(made.tenancy, made.reportId),
    });
    expect(await rowsOf(made)).toEqual([1n, 2n, 1n]);
    const other = await stored();
    expect(await reports.delete(made.reportId)).toEqual({ deletedAt: world.clock.now(), runsRemoved: 2 });
    expect(await rowsOf(made)).toEqual([0n, 0n, 0n]);
    expect(await outboxKinds(made.runId)).toEqual(['start_report_run']);
    expect(await outboxKinds(second.run_id)).toEqual(['start_report_run', 'cancel_report_run']);
    expect(await reports.find(made.reportId)).toBeUndefined();
    expect(await rowsOf(other)).toEqual([1n, 1n, 0n]);
  });

  it('makes its name available, and happens once', async () => {
    const made = await stored();
    const { name, ...kept } = (await reports.find(made.reportId))!;
    expect(await reports.delete(made.reportId)).toMatchObject({ runsRemoved: 1 });
    expect(await reports.delete(made.reportId)).toBeUndefined();
    const report = { ...kept, name, report_id: newId('report') };
    const run = newRun(made.tenancy, report.report_id);
    expect((await reports.create({ fingerprint: 'f', report, run })).document.report.name).toBe(name);
  });

  it('happens once for two concurrent callers', async () => {
    const made = await stored();
    const both = await inTurn(
      atReport(made.reportId),
      () => reports.delete(made.reportId),
      () => reports.delete(made.reportId),
    );
    expect(both).toEqual([{ deletedAt: world.clock.now(), runsRemoved: 1 }, undefined]);
    expect(await outboxKinds(made.runId)).toEqual(['start_report_run', 'cancel_report_run']);
  });

  it('does not count runs whose retention had ended, with or without a sweep', async () => {
    const made = await stored();
    await world.pool.query('UPDATE report_runs SET state = $2, finished_at = $3 WHERE run_id = $1', [
      made.runId,
      'failed',
      new Date(world.clock.now().getTime() - 90 * 86_400_000),
    ]);
    expect(await reports.delete(made.reportId)).toMatchObject({ runsRemoved: 0 });
    expect(await rowsOf(made)).toEqual([0n, 0n, 0n]);
  });

  it('leaves no dead start for operators to check', async () => {
    const made = await stored();
    await world.pool.query('UPDATE workflow_outbox SET dead_at = $2 WHERE workflow_id = $1', [
      made.runId,
      world.clock.now(),
    ]);
    await reports.delete(made.reportId);
    expect((await createOutboxStore(world.pool, world.clock).counts()).dead).toBe(0);
    expect(await outboxKinds(made.runId)).toEqual(['cancel_report_run']);
  });

  it('keeps the answer of its creation’s key: a late repetition gets it again and creates nothing', async () => {
    const made = await stored();
    const report = (await reports.find(made.reportId))!;
    const { run, scopeEnvironmentIds } = (await world.documents.findRun(made.runId))!;
    await reports.delete(made.reportId);
    const again = await reports.create({
      fingerprint: made.runId,
      report,
      run: { ...run, scope_environment_ids: scopeEnvironmentIds },
    });
    expect(again.document.report.report_id).toBe(made.reportId);
    expect(await rowsOf(made)).toEqual([0n, 0n, 0n]);
  });
});

const CANCELLED = { state: 'cancelled', failureCode: '', artifactDigest: '' };
const START_AND_CANCEL = ['start_report_run', 'cancel_report_run'];

/** The other transitions of a run. */
const MOVES: readonly {
  readonly name: string;
  readonly running: boolean;
  readonly move: (runId: string) => Promise<unknown>;
  /**
   * The possible results if the transition is first. The second result is possible if it reads the row in a separate
   * statement.
   */
  readonly first: readonly unknown[];
  /** The outbox after the report is deleted. */
  readonly outbox: readonly string[];
  readonly tooLate: unknown;
}[] = [
  {
    name: 'claim',
    running: false,
    move: (runId) => world.runs.claim({ runId, ...LEASE }),
    first: [expect.objectContaining({ claimed: true })],
    outbox: START_AND_CANCEL,
    tooLate: { claimed: false, leaseLapsed: false, status: expect.objectContaining(CANCELLED) as unknown },
  },
  {
    name: 'extendLease',
    running: true,
    move: (runId) => world.runs.extendLease({ runId, attempt: 1, ...LEASE }),
    first: [true],
    outbox: START_AND_CANCEL,
    tooLate: false,
  },
  {
    name: 'requeue',
    running: true,
    move: (runId) => world.runs.requeue({ runId, attempt: 1, code: 'lease_lapsed', detail: 'Gone.' }),
    first: [expect.objectContaining({ state: 'queued', attempt: 1 }), expect.objectContaining(CANCELLED)],
    outbox: START_AND_CANCEL,
    tooLate: expect.objectContaining(CANCELLED),
  },
  {
    name: 'settleWithAnswer',
    running: true,
    move: (runId) => world.runs.settleWithAnswer(anOutcome(runId)),
    first: [expect.objectContaining({ state: 'ready', attempt: 1 })],
    outbox: ['start_report_run'],
    tooLate: expect.objectContaining(CANCELLED),
  },
  {
    name: 'settleFailed',
    running: true,
    move: (runId) => world.runs.settleFailed({ runId, attempt: 1, code: 'budget_exceeded', detail: 'Much.' }),
    first: [expect.objectContaining({ failureCode: 'budget_exceeded' }), expect.objectContaining(CANCELLED)],
    outbox: ['start_report_run'],
    tooLate: expect.objectContaining(CANCELLED),
  },
  {
    name: 'cancel',
    running: true,
    move: (runId) => world.runs.cancel(runId),
    first: [{ cancelled: true, status: expect.objectContaining(CANCELLED) as unknown }],
    outbox: START_AND_CANCEL,
    tooLate: { cancelled: false, status: expect.objectContaining(CANCELLED) as unknown },
  },
];

describe.each(MOVES)(
  'a deletion and $name of one run at the same moment',
  ({ running, move, first, outbox, tooLate }) => {
    const prepared = async (): Promise<Stored> => {
      const made = await stored();
      if (running) await world.runs.claim({ runId: made.runId, ...LEASE });
      return made;
    };

    it('are serialized: an earlier move is deleted too', async () => {
      const made = await prepared();
      const [moved, deletion] = await inTurn(
        atRun(made.runId),
        () => move(made.runId),
        () => reports.delete(made.reportId),
      );
      expect(first).toContainEqual(moved);
      expect(deletion).toMatchObject({ runsRemoved: 1 });
      expect(await rowsOf(made)).toEqual([0n, 0n, 0n]);
      expect(await outboxKinds(made.runId)).toEqual(outbox);
    });

    it('are serialized: a later move finds a cancelled run', async () => {
      const made = await prepared();
      const [deletion, moved] = await inTurn(
        atRun(made.runId),
        () => reports.delete(made.reportId),
        () => move(made.runId),
      );
      expect(moved).toEqual(tooLate);
      expect(deletion).toMatchObject({ runsRemoved: 1 });
      expect(await rowsOf(made)).toEqual([0n, 0n, 0n]);
      expect(await outboxKinds(made.runId)).toEqual(START_AND_CANCEL);
    });
  },
);

describe('a deletion and a further run at the same moment', () => {
  it('are serialized: an earlier run is deleted too', async () => {
    const made = await stored();
    const run = newRun(made.tenancy, made.reportId);
    const [created, deletion] = await inTurn(
      atReport(made.reportId),
      () => reports.createRun({ fingerprint: 'again', run }),
      () => reports.delete(made.reportId),
    );
    expect(created.document.run_id).toBe(run.run_id);
    expect(deletion).toMatchObject({ runsRemoved: 2 });
    expect(await rowsOf(made)).toEqual([0n, 0n, 0n]);
    expect(await outboxKinds(run.run_id)).toEqual(START_AND_CANCEL);
  });

  it('are serialized: a later run is 404, and leaves nothing, including its key', async () => {
    const made = await stored();
    const run = newRun(made.tenancy, made.reportId);
    const [deletion, refused] = await inTurn(
      atReport(made.reportId),
      () => reports.delete(made.reportId),
      () => reports.createRun({ fingerprint: 'again', run }).catch((error: unknown) => error),
    );
    expect(deletion).toMatchObject({ runsRemoved: 1 });
    expect(refused).toMatchObject({ name: 'Refusal', code: 'not_found' });
    expect(await outboxKinds(run.run_id)).toEqual([]);
    const { workspace_id: workspaceId, initiator: subjectId, idempotency_key: key } = run;
    expect(await reports.recall({ workspaceId, subjectId, key })).toBeUndefined();
  });
});

describe('a worker that still processes a run of a deleted report', () => {
  it('ends its attempt as cancelled, and discards the answer', async () => {
    const made = await stored();
    const gate = createGate();
    const attempt = world.execute(made.runId, gate.reader);
    await expect.poll(async () => (await world.runs.read(made.runId)).state).toBe('running');
    await reports.delete(made.reportId);
    gate.open();
    expect(await attempt).toMatchObject(CANCELLED);
    expect(await rowsOf(made)).toEqual([0n, 0n, 0n]);
  });

  it('stops its reader at the next heartbeat', async () => {
    const made = await stored();
    const aborted: boolean[] = [];
    const attempt = world.execute(
      made.runId,
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            aborted.push(true);
            reject(new Error('stopped'));
          });
        }),
      activityEnvironment(300),
    );
    await expect.poll(async () => (await world.runs.read(made.runId)).state).toBe('running');
    await reports.delete(made.reportId);
    expect(await attempt).toMatchObject(CANCELLED);
    expect(aborted).toEqual([true]);
  });

  it('records its failures and its cancellation like those of a cancelled run', async () => {
    const activities = world.activities();
    const runId = newId('reportRun');
    const failed: FailedAttempt = { runId, attempt: 3, code: 'lease_lapsed', detail: 'Gone.' };
    expect(await activities.requeueRun(failed)).toEqual({ state: 'cancelled', attempt: 0, failureCode: '' });
    expect(await activities.settleCancelledRun({ runId })).toEqual({ state: 'cancelled', attempt: 0, failureCode: '' });
    expect(await outboxKinds(runId)).toEqual([]);
  });

  it('does not restart it: the reconciler skips a run that a deletion has locked, and later finds nothing', async () => {
    const made = await stored();
    await world.runs.claim({ runId: made.runId, ...LEASE });
    await world.pool.query('UPDATE workflow_outbox SET sent_at = $2 WHERE workflow_id = $1', [
      made.runId,
      world.clock.now(),
    ]);
    world.clock.set('2026-03-03T08:00:00.000Z');
    const lostRuns = createLostRunStore(world.pool, world.clock);
    const deleting = await world.pool.connect();
    await deleting.query('BEGIN');
    await deleting.query('SELECT FROM report_runs WHERE run_id = $1 FOR UPDATE', [made.runId]);
    expect(await lostRuns.startStaleAgain(1)).not.toContain(made.runId);
    await deleting.query('ROLLBACK');
    deleting.release();
    await reports.delete(made.reportId);
    const overdue = createOverdueWorkspaceStore(world.pool, world.clock);
    const replanner = createScheduleReplanner(world.pool, world.clock, timeZones);
    const lostComparisonRuns = createLostComparisonRunStore(world.pool, world.clock);
    const lostExperimentRuns = createLostExperimentRunStore(world.pool, world.clock);
    const lostFits = createCalibrationFitStore(world.pool, world.clock);
    const lost = { lostRuns, lostComparisonRuns, lostExperimentRuns, lostFits };
    await reconcile({ ...lost, runs: world.runs, overdue, replanner, staleMs: 1, log: silentLog });
    expect(await outboxKinds(made.runId)).toEqual(START_AND_CANCEL);
  });
});

describe('all operations concurrently', () => {
  it('never block permanently, and leave nothing behind', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => stored()));
    const lostRuns = createLostRunStore(world.pool, world.clock);
    const longAfter = new Date(world.clock.now().getTime() + 91 * 86_400_000);
    const sweeps = createRetentionSweepStore(world.pool, { now: () => longAfter }, { auditDays: 400 });
    const work = made.flatMap(({ tenancy, reportId, runId }) => [
      world.execute(runId),
      world.runs.requeue({ runId, attempt: 1, code: 'lease_lapsed', detail: 'Gone.' }),
      world.runs.cancel(runId),
      ...[1, 2].map((number) =>
        reports.createRun({ fingerprint: String(number), run: newRun(tenancy, reportId) }).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'not_found' });
        }),
      ),
      reports.delete(reportId),
      reports.delete(reportId),
      lostRuns.startStaleAgain(0),
      ...WORKSPACE_KINDS.map((kind) => sweeps.removeFromWorkspace(kind, tenancy.workspaceId, 10)),
    ]);
    await Promise.all(work);
    for (const one of made) expect(await rowsOf(one)).toEqual([0n, 0n, 0n]);
  });
});
