import type pg from 'pg';
import type { EnvironmentLeaf } from '../../domain/tenancy/scope.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { createCalibrationFitStore } from '../../store/quality/calibrations/calibration-fit-store.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { makeCaseContent } from '../../testing/api/made-case.ts';
import { makeComparisonSetup, queueRun, type ComparisonSetup } from '../../testing/comparisons/started-run.ts';
import { makeDeclaration } from '../../testing/quality/make-experiment.ts';
import { startMadeRun } from '../../testing/quality/started-experiment.ts';

const clock = { now: () => new Date() };
const CASES = 6;
const CEILING = 1_000_000_000n;

/** Creates a run that no worker starts, and a run without progress since yesterday. */
export async function strandComparisons(pool: pg.Pool): Promise<void> {
  const setup = await makePlace(pool, DEMO_TENANCY.environments.assistantProduction);
  await putRun(pool, setup);
  await pool.query(
    `UPDATE comparison_runs SET state = 'arms_running', queued_at = now() - interval '1 day', arms_running_at = now()
     WHERE run_id = $1`,
    [await putRun(pool, setup)],
  );
}

/** Creates a run of an experiment without progress since yesterday. */
export async function strandExperiment(pool: pg.Pool): Promise<void> {
  const { workspaceId } = DEMO_TENANCY;
  const runId = await startMadeRun({ pool, clock }, workspaceId, makeDeclaration());
  await pool.query('DELETE FROM workflow_outbox WHERE workflow_id = $1', [runId]);
  await pool.query(
    `UPDATE quality_experiment_runs SET started_at = now() - interval '1 day', touched_at = now() - interval '1 day'
     WHERE run_id = $1`,
    [runId],
  );
}

/** Creates a fit that was requested yesterday and has no result. */
export async function strandFit(pool: pg.Pool): Promise<void> {
  const { workspaceId } = DEMO_TENANCY;
  const { fitId } = await createCalibrationFitStore(pool, clock).request({ workspaceId, requestedBy: 'tok_1' });
  await pool.query('DELETE FROM workflow_outbox WHERE workflow_id = $1', [fitId]);
  await pool.query(`UPDATE calibration_fits SET requested_at = now() - interval '1 day' WHERE fit_id = $1`, [fitId]);
}

/**
 * Creates a run that has ended: the calls to one arm were interrupted, and the judge was unavailable for the other arm.
 */
export async function failComparison(pool: pg.Pool): Promise<void> {
  const setup = await makePlace(pool, DEMO_TENANCY.environments.assistantStaging);
  const runId = await putRun(pool, setup);
  await pool.query(`UPDATE comparison_runs SET state = 'partial', ended_at = now() WHERE run_id = $1`, [runId]);
  for (let position = 0; position < CASES; position += 1) {
    await pool.query(
      `INSERT INTO comparison_calls (call_id, run_id, position, arm, purpose, connection_id, model, reserved_nano_usd, state, fault,
         settled_nano_usd, reserved_at, settled_at)
       VALUES ($1, $2, $3, 'baseline', 'comparison', $4, 'm', 1, 'effect_unknown', 'timed_out', 1, now(), now())`,
      [newId('comparisonCall'), runId, position, setup.connectionId],
    );
    await pool.query(
      `INSERT INTO comparison_verdicts (verdict_id, run_id, position, arm, source, outcome, reason_code, created_at)
       VALUES ($1, $2, $3, 'candidate', 'judge', 'unknown', 'judge_unavailable', now())`,
      [newId('comparisonVerdict'), runId, position],
    );
  }
}

/** Creates connections and a route for one environment of the demo. */
function makePlace(pool: pg.Pool, { gatewayId, environmentId }: EnvironmentLeaf): Promise<ComparisonSetup> {
  const { workspaceId, subjects } = DEMO_TENANCY;
  return makeComparisonSetup({ pool, clock }, { workspaceId, gatewayId, environmentId, ownerId: subjects.owner });
}

function putRun(pool: pg.Pool, setup: ComparisonSetup): Promise<string> {
  return queueRun({ pool, clock }, setup, {
    cases: Array.from({ length: CASES }, () => makeCaseContent()),
    ceiling: CEILING,
  });
}
