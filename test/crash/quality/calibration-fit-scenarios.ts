import { setTimeout as delay } from 'node:timers/promises';
import { CALIBRATION_REFIT_SCHEDULE_ID } from '../../../workflows/public.ts';
import { createRandom } from '../../../testing/random.ts';
import { retryUntilAnswered } from '../../../testing/scenarios/retry-until-answered.ts';
import type { Scenario, ScenarioOutcome, Stage } from '../../../testing/scenarios/scenario.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createWorkerCrew } from '../create-worker-crew.ts';
import { findFitFaults, openLabelledWorkspace, requestFit, withCalibration } from './labelled-workspace.ts';

/** Every step of a fit, from its request to its result. */
const FAULT_POINTS = [
  'relay.before_start',
  'relay.after_start',
  'calibrating.after_read',
  'calibrating.after_fit',
  'calibrating.after_record',
] as const;

const KILLS = 8;
/** The number of fits that are requested before each kill. */
const FITS_PER_KILL = 4;
const KILL_WITHIN_MS = 1_500;
const REFIT_SECONDS = 120;

/** Fits whose worker is killed. Each is recorded and logged once, and a repetition gives the same artifact. */
export const CALIBRATION_FIT_SCENARIOS: readonly Scenario[] = [
  ...FAULT_POINTS.map((point) => ({
    name: `quality fits: worker killed at ${point}`,
    play: (stage: Stage) => fittedWhile(stage, point),
  })),
  { name: 'quality fits: worker killed at calibrating.after_request', play: refittedWhile },
  { name: 'quality fits: killed at random', play: fittedDuringKills },
];

function fittedWhile(stage: Stage, point: string): Promise<ScenarioOutcome> {
  const { world } = stage;
  return withCalibration(stage, async (env) => {
    const workspaceId = await openLabelledWorkspace(stage);
    await world.kill('worker');
    await world.start('worker', { ...env, TRUETALLY_FAULT_POINT: point });
    const killed = await requestFit(stage, workspaceId);
    await world.ended('worker');
    await world.start('worker', env);
    const rerun = await requestFit(stage, workspaceId);
    return { runs: [], faults: await findFitFaults(stage, [killed, rerun]) };
  });
}

/** Kills the worker between the request of the first refit and that of the second. */
function refittedWhile(stage: Stage): Promise<ScenarioOutcome> {
  const { world, pool, temporal } = stage;
  return withCalibration(stage, async (env) => {
    const workspaceIds = [await openLabelledWorkspace(stage), await openLabelledWorkspace(stage)];
    await world.kill('worker');
    await world.start('worker', { ...env, TRUETALLY_FAULT_POINT: 'calibrating.after_request' });
    await retryUntilAnswered(() => temporal.schedule.getHandle(CALIBRATION_REFIT_SCHEDULE_ID).trigger());
    await world.ended('worker');
    await world.start('worker', env);
    const requested = async (): Promise<string[]> => {
      const { rows } = await pool.query<{ fit_id: string }>(
        'SELECT fit_id FROM calibration_fits WHERE workspace_id = ANY ($1)',
        [workspaceIds],
      );
      return rows.map(({ fit_id: fitId }) => fitId);
    };
    const late = await waitUntil(async () => (await requested()).length >= workspaceIds.length, REFIT_SECONDS).then(
      () => [],
      () => [`refits are not requested after ${REFIT_SECONDS} s`],
    );
    const fitIds = await requested();
    const counted = fitIds.length === workspaceIds.length ? [] : [`${fitIds.length} refits were requested`];
    return { runs: [], faults: [...late, ...counted, ...(await findFitFaults(stage, fitIds))] };
  });
}

/** Requests fits during kills of two workers in turn. */
function fittedDuringKills(stage: Stage): Promise<ScenarioOutcome> {
  const { world, report, seed } = stage;
  return withCalibration(stage, async (env) => {
    const random = createRandom(seed);
    const workspaceId = await openLabelledWorkspace(stage);
    const crew = createWorkerCrew(world, env);
    const fitIds: string[] = [];
    try {
      for (const name of ['worker', 'worker-2'] as const) {
        if (world.lives(name)) await world.kill(name);
        await world.start(name, env);
      }
      for (let kill = 0; kill < KILLS; kill += 1) {
        for (let fit = 0; fit < FITS_PER_KILL; fit += 1) fitIds.push(await requestFit(stage, workspaceId));
        await delay(random.whole(0, KILL_WITHIN_MS));
        await crew.killWorker();
      }
      await crew.rest();
      report(`seed ${seed}: ${fitIds.length} fits, ${KILLS} kills`);
      return { runs: [], faults: await findFitFaults(stage, fitIds) };
    } finally {
      await crew.rest().catch(() => undefined);
      if (world.lives('worker-2')) await world.kill('worker-2');
    }
  });
}
