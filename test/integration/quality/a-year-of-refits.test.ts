import { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createCalibrationFitActivities } from '../../../activities/quality/calibration/calibration-fit-activities.ts';
import { calibrationSettings } from '../../../domain/judges/configuration/calibration-settings.ts';
import { createCalibrationFitStore } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import { createCalibrationStore } from '../../../store/quality/calibrations/calibration-store.ts';
import { chooseCaseCount } from '../../../testing/choose-case-count.ts';
import { createTestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { openSkippingEnvironment } from '../../../testing/engines/skipping-environment.ts';
import { FakeLabelledRows } from '../../../testing/quality/fake-calibration-fits.ts';
import { makeLabelledRows, ROWS_BEGIN_MS } from '../../../testing/quality/make-labelled-rows.ts';
import { NO_ROUTING_FITS } from '../../../testing/quality/no-routing-fits.ts';
import { createRandom } from '../../../testing/random.ts';
import { openRelay } from '../../../testing/schedules/open-relay.ts';
import { openSkippingTime } from '../../../testing/schedules/skipping-time.ts';
import { makeTenancy } from '../../../testing/store/store-world.ts';
import {
  CALIBRATION_FIT_WORKFLOW,
  calibrationFitWorkflowId,
  HOUSEKEEPING_TASK_QUEUE,
} from '../../../workflows/public.ts';
import type { calibrationFit } from '../../../workflows/quality/calibration-fit.ts';

const BEGIN = '2026-01-05T00:00:00Z';
const DAY_MS = 86_400_000;
const TIMEOUTS = { heartbeatMs: 30_000 };
/** The number of refits in a year: one per fortnight in normal runs, and one per day in deep runs. */
const REFITS = chooseCaseCount(26, 364);
const INTERVAL_DAYS = 364 / REFITS;

/** The steps at which a worker may die. */
const STEPS = [
  'calibrating.after_request',
  'calibrating.after_read',
  'calibrating.after_fit',
  'calibrating.after_record',
];

it('a year of refits with restarts loses no fit, and repeats none', async () => {
  const random = createRandom(20_260_105);
  const [environment, database] = await Promise.all([
    openSkippingEnvironment(),
    createTestDatabase(inject('databaseUrl')),
  ]);
  onTestFinished(() => database.drop());
  const time = await openSkippingTime(environment, BEGIN);
  const { pool } = database;
  const tenancies = [await makeTenancy({ pool, clock: time.clock }), await makeTenancy({ pool, clock: time.clock })];
  const ids = tenancies.map(({ workspaceId }) => workspaceId);
  const labels = new FakeLabelledRows();
  let strike = (_step: string): void => undefined;
  const calibrations = createCalibrationStore(pool, time.clock, 'quality');
  const activities = createCalibrationFitActivities({
    reader: labels.reader,
    fits: createCalibrationFitStore(pool, time.clock),
    calibrations,
    routing: NO_ROUTING_FITS,
    settings: calibrationSettings({
      calibration: { quality: { enabled: true, confidence: 0.9, refit_interval: `${INTERVAL_DAYS * 24}h` } },
    }),
    goldSources: ['outcomes'],
    fingerprint: 'sha256:epoch',
    clock: time.clock,
    faultPoints: { reach: (step) => strike(step) },
    log: { info: () => undefined, warn: () => undefined },
  });
  const startWorker = async (): Promise<() => Promise<void>> => {
    const connection = await NativeConnection.connect({ address: environment.address });
    const worker = await Worker.create({
      connection,
      taskQueue: HOUSEKEEPING_TASK_QUEUE,
      workflowBundle: { codePath: inject('workflowBundlePath') },
      activities: { ...activities },
      // This server assigns tasks of a cached workflow to its worker permanently, even after that worker has stopped.
      maxCachedWorkflows: 0,
      debugMode: true,
      shutdownGraceTime: '100ms',
    });
    const running = worker.run();
    return async () => {
      worker.shutdown();
      await running;
      await connection.close();
    };
  };
  let stops = [await startWorker(), await startWorker()];
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  const client = new Client({ connection: environment.connection });
  const refit = (id: string) =>
    client.workflow.start<typeof calibrationFit>(CALIBRATION_FIT_WORKFLOW, {
      taskQueue: HOUSEKEEPING_TASK_QUEUE,
      workflowId: id,
      args: [{ timeouts: TIMEOUTS }],
    });

  const relay = openRelay({ pool, clock: time.clock, client, timeouts: { ...TIMEOUTS, attemptMs: 60_000 } });

  const seen = new Set<string>();
  for (let number = 1; number <= REFITS; number += 1) {
    await time.leapTo(new Date(Date.parse(BEGIN) + number * INTERVAL_DAYS * DAY_MS));
    const until = (time.clock.now().getTime() - ROWS_BEGIN_MS) / 60_000;
    for (const [index, workspaceId] of ids.entries())
      labels.rows.set(workspaceId, makeLabelledRows(Math.min(until, number * 40 * (index + 1))));
    const step = random.pick([undefined, undefined, ...STEPS]);
    const further: Promise<unknown>[] = [];
    strike = (reached) => {
      if (reached !== step) return;
      strike = () => undefined;
      seen.add(reached);
      if (random.chance(0.5)) {
        const [first, second] = stops;
        further.push(
          (async () => {
            stops = [second!, await startWorker()];
            await first!();
          })(),
        );
      }
      throw new Error('The worker died.');
    };
    expect([number, await (await refit(`refit ${number}`)).result()]).toEqual([number, { requested: 2 }]);
    const fitIds = await unendedFits(pool);
    await relay();
    const ends = await Promise.all(
      fitIds.map((fitId) => client.workflow.getHandle(calibrationFitWorkflowId(fitId)).result()),
    );
    expect([number, ends]).toEqual([number, [{ state: 'candidate' }, { state: 'candidate' }]]);
    await Promise.all(further);
    strike = () => undefined;
    // A second start in the same interval finds the fits, and starts none.
    if (random.chance(0.2)) expect(await (await refit(`again ${number}`)).result()).toEqual({ requested: 2 });
    expect(await countStarts(pool)).toBe(2 * number);
  }
  expect([...seen].sort()).toEqual(STEPS.toSorted());

  for (const [index, workspaceId] of ids.entries()) {
    const entries = await calibrations.list({ workspaceId, before: undefined, limit: 1_000 });
    expect(entries.map(({ version }) => version)).toEqual(Array.from({ length: REFITS }, (_, at) => REFITS - at));
    expect(entries.every(({ state }) => state === 'candidate')).toBe(true);
    // The units of few rows are unmeasurable; later ones pass.
    const passed = entries.filter(({ passedUnits }) => passedUnits === 1).length;
    const needed = Math.ceil(200 / (40 * (index + 1)));
    expect(passed).toBe(REFITS - needed + 1);
    const { rows } = await pool.query<{ changes: bigint }>(
      `SELECT count(*) AS changes FROM recalibration_log WHERE workspace_id = $1 AND change = 'fit'`,
      [workspaceId],
    );
    expect(Number(rows[0]!.changes)).toBe(REFITS);
  }
}, 600_000);

async function unendedFits(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ fitId: string }>(
    'SELECT fit_id AS "fitId" FROM calibration_fits WHERE ended_at IS NULL ORDER BY fit_id',
  );
  return rows.map(({ fitId }) => fitId);
}

/** The number of starts that the relay handed over. */
async function countStarts(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ starts: number }>('SELECT count(*)::int AS starts FROM workflow_outbox');
  return rows[0]!.starts;
}
