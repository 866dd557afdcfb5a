import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnalyticsClient } from '../../../analytics/analytics-client.ts';
import { createCalibrationFitStore } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import { DEMO_TENANCY } from '../../../store/tenancy/demo-tenancy.ts';
import { calibrationFitWorkflowId, type CalibrationFitResult } from '../../../workflows/public.ts';
import {
  endedFact,
  insertQualityFacts,
  labelFact,
  verdictFact,
  type QualityFact,
} from '../../../testing/quality/insert-quality-facts.ts';
import { newWorkspace } from '../../../testing/scenarios/new-workspace.ts';
import type { Stage } from '../../../testing/scenarios/scenario.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

/** The holdout is a quarter of the requests, and must have 50. */
const REQUESTS = 240;
const SETTLE_SECONDS = 120;
const FIRST_MS = Date.UTC(2026, 0, 15);
const CONFIGURATION = 'evals: { calibration: { quality: { enabled: true, confidence: 0.9, refit_interval: 24h } } }\n';

/** Creates a workspace whose judge agrees with people on almost all requests. Returns its id. */
export async function openLabelledWorkspace({ pool, world }: Stage): Promise<string> {
  const { workspaceId } = await newWorkspace(pool, DEMO_TENANCY.organizationId);
  const requests = Array.from({ length: REQUESTS }, (_, number) => {
    const admitted = new Date(FIRST_MS + number * 60_000).toISOString().replace('T', ' ').replace('Z', '');
    const of: QualityFact = { workspace_id: workspaceId, admitted_at: admitted, final_model: 'model' };
    const isGood = number % 2 === 0;
    const word = (isPass: boolean): string => (isPass ? 'pass' : 'fail');
    return { id: `r${number}`, of, human: word(isGood), judge: word(isGood !== (number % 60 === 0)) };
  });
  const client = createAnalyticsClient(world.clickhouseUrl);
  try {
    await insertQualityFacts(
      client,
      'request_terminals_v1',
      requests.map(({ id, of }) => endedFact(id, of)),
    );
    await insertQualityFacts(
      client,
      'outcomes_v1',
      requests.flatMap(({ id, of: { final_model: _model, ...of }, human, judge }) => [
        labelFact(id, human, { ...of, outcome_id: `label of ${id}` }),
        verdictFact(id, judge, of),
      ]),
    );
  } finally {
    await client.close();
  }
  return workspaceId;
}

/** Runs a scenario with the path of a configuration file that enables calibration, and then restores the worker. */
export async function withCalibration<Result>(
  { world }: Stage,
  play: (env: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-fits-'));
  try {
    const path = join(folder, 'configuration.yaml');
    writeFileSync(path, CONFIGURATION);
    return await play({ TRUETALLY_CONFIG: path });
  } finally {
    await world.kill('worker');
    await world.start('worker');
    rmSync(folder, { recursive: true });
  }
}

/** Requests a fit of all labels of a workspace. Returns its id. */
export async function requestFit({ pool }: Stage, workspaceId: string): Promise<string> {
  const fits = createCalibrationFitStore(pool, { now: () => new Date() });
  return (await fits.request({ workspaceId, requestedBy: 'crash' })).fitId;
}

/**
 * Waits until fits have ended, and returns the faults. Each must be recorded and logged once, as a candidate with a
 * passed unit. All fits of a workspace have the same rows, and so must have the same artifact.
 */
export async function findFitFaults({ pool, temporal }: Stage, fitIds: readonly string[]): Promise<string[]> {
  const results = async () => {
    const { rows } = await pool.query<{ workspaceId: string; version: number; digest: string; result: string }>(
      `SELECT c.workspace_id AS "workspaceId", c.version, coalesce(c.digest, '') AS digest,
         concat_ws(' ', c.state, c.refusal ->> 'code', c.passed_units || ' of ' || c.units, count(l.number)) AS result
       FROM calibrations c LEFT JOIN recalibration_log l ON l.calibration_id = c.calibration_id AND l.change = 'fit'
       WHERE c.calibration_id = ANY ($1) GROUP BY c.calibration_id ORDER BY c.workspace_id, c.version`,
      [fitIds],
    );
    return rows;
  };
  const late = await waitUntil(async () => (await results()).length === fitIds.length, SETTLE_SECONDS).then(
    () => [],
    () => [`fits have no result after ${SETTLE_SECONDS} s`],
  );
  const rows = await results();
  const wrong = rows
    .filter(({ result }) => result !== 'candidate 1 of 1 1')
    .map(({ workspaceId, result }) => `a fit of ${workspaceId} is “${result}”`);
  const artifacts = new Map<string, Set<string>>();
  for (const { workspaceId, digest } of rows)
    artifacts.set(workspaceId, (artifacts.get(workspaceId) ?? new Set()).add(digest));
  const differing = [...artifacts]
    .filter(([, digests]) => digests.size > 1)
    .map(([workspaceId, digests]) => `fits of ${workspaceId} have ${digests.size} different artifacts`);
  const ended = await Promise.all(
    fitIds.map(async (fitId) => {
      const end = (await temporal.workflow.getHandle(calibrationFitWorkflowId(fitId)).result()) as CalibrationFitResult;
      return end.state === 'candidate' ? [] : [`the workflow of ${fitId} ended as ${end.state}`];
    }),
  );
  return [...late, ...wrong, ...differing, ...ended.flat()];
}
