import type pg from 'pg';
import { sha256Digest } from '../../../contracts/wire/canonical-json.ts';
import type { CellResult } from '../../../domain/quality/experiments/cell-result.ts';
import { concludeRun } from '../../../domain/quality/experiments/conclude-run.ts';
import { CALL_PURPOSES, type CallPurpose } from '../../../domain/spending/paid-call.ts';
import {
  createExperimentRunStore,
  type StoredExperimentRun,
} from '../../../store/quality/experiments/experiment-run-store.ts';
import { createExperimentStore } from '../../../store/quality/experiments/experiment-store.ts';
import type { PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import type { Stage } from '../../../testing/scenarios/scenario.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { billedCost, findBillFaults, type ChargedCall } from '../find-bill-faults.ts';
import { factsOf } from '../judges/find-judging-faults.ts';
import { expectedVerdict, type ExperimentWorkspace } from './experiment-workspace.ts';

const SETTLE_SECONDS = 180;
const clock = { now: () => new Date() };

interface ExperimentCallRow extends ChargedCall {
  readonly run_id: string;
  readonly position: number;
  readonly arm: string;
  readonly purpose: CallPurpose;
  readonly is_final: boolean;
}

/** The result of a run that has ended. */
export interface EndedExperimentRun {
  readonly runId: string;
  readonly state: string;
  /** The digest of its figures; undefined for a refused run. */
  readonly digest: string | undefined;
  /** The number of its calls of unknown effect. */
  readonly unknown: number;
}

/**
 * Waits until all runs have ended and their traffic is loaded, and returns the faults. The sources are the provider's
 * bill, the rows, the figures of the runs, their workflows, and the facts.
 */
export async function assessExperiments(
  stage: Stage,
  provider: PlaybackProvider,
  { workspaceId, items }: ExperimentWorkspace,
  runIds: readonly string[],
): Promise<{ faults: string[]; runs: EndedExperimentRun[]; calls: readonly ChargedCall[] }> {
  const { pool } = stage;
  const late = await waitUntilRunsEnded(pool, runIds).then(
    () => [],
    () => [`runs have not ended, or their traffic is not loaded, after ${SETTLE_SECONDS} s`],
  );
  const { rows: calls } = await pool.query<ExperimentCallRow>(
    `SELECT call_id, run_id, position, arm, purpose, state, is_final, reserved_nano_usd AS reserved,
       settled_nano_usd AS settled
     FROM quality_experiment_calls WHERE run_id = ANY ($1)`,
    [runIds],
  );
  const bill = await provider.bill();
  const faults = [...late, ...findBillFaults(bill, calls), ...(await faultsOfSums(pool, workspaceId))];
  const runs: EndedExperimentRun[] = [];
  for (const runId of runIds) {
    const ofRun = calls.filter((call) => call.run_id === runId);
    const { ended, faults: found } = await assessRun(stage, { workspaceId, runId, cells: 2 * items }, ofRun);
    runs.push(ended);
    faults.push(...found);
  }
  const known = new Set(calls.filter(({ state }) => state !== 'effect_unknown').map(({ call_id }) => call_id));
  const spent = bill
    .filter(({ call_id }) => known.has(call_id ?? ''))
    .reduce((sum, one) => sum + (billedCost(one) ?? 0n), 0n);
  const isFinal = calls.filter(({ is_final: isOver }) => isOver);
  faults.push(...(await faultsOfTraffic(stage, workspaceId, isFinal, spent)));
  return { faults, runs, calls };
}

/** Waits until these runs have ended, the outbox is empty, and the traffic of the control plane is loaded. */
async function waitUntilRunsEnded(pool: pg.Pool, runIds: readonly string[]): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await pool.query<{ left: string }>(
      `SELECT (SELECT count(*) FROM quality_experiment_runs WHERE run_id = ANY ($1) AND ended_at IS NULL)
         + (SELECT count(*) FROM workflow_outbox WHERE sent_at IS NULL AND dead_at IS NULL)
         + (SELECT next_place - coalesce((SELECT max(last_offset) FROM ingest_batches
             WHERE source_id = 'outbox:control_plane' AND loaded_at IS NOT NULL), 0) FROM control_plane_end) AS left`,
      [runIds],
    );
    return rows[0]?.left === '0';
  }, SETTLE_SECONDS);
}

/** A total must equal the sum of its calls. No reservation and no answer may remain. */
async function faultsOfSums(pool: pg.Pool, workspaceId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; sums: string; expected: string }>(
    `WITH of_runs AS (
       SELECT n.run_id, n.reserved_nano_usd AS reserved, n.settled_nano_usd AS settled,
         (SELECT coalesce(sum(c.settled_nano_usd), 0) FROM quality_experiment_calls c WHERE c.run_id = n.run_id) AS charged,
         (SELECT count(answer) FROM quality_experiment_cells l WHERE l.run_id = n.run_id) AS answers
       FROM quality_experiment_runs n WHERE n.workspace_id = $1)
     SELECT run_id AS id, concat_ws(' ', reserved, settled, answers) AS sums, concat_ws(' ', 0, charged, 0) AS expected
     FROM of_runs
     UNION ALL
     SELECT workspace_id, concat_ws(' ', b.reserved_nano_usd, b.settled_nano_usd), concat_ws(' ', 0, sum(charged))
     FROM comparison_budgets b, of_runs WHERE workspace_id = $1
     GROUP BY workspace_id, b.reserved_nano_usd, b.settled_nano_usd`,
    [workspaceId],
  );
  return rows.flatMap(({ id, sums, expected }) =>
    sums === expected ? [] : [`${id} sums up to “${sums}”, and its calls to “${expected}”`],
  );
}

/** Checks the cells, the figures and the workflow of a run. */
async function assessRun(
  { pool, temporal }: Stage,
  { workspaceId, runId, cells: count }: { workspaceId: string; runId: string; cells: number },
  calls: readonly ExperimentCallRow[],
): Promise<{ ended: EndedExperimentRun; faults: string[] }> {
  const store = createExperimentRunStore(pool, clock);
  const run = await store.find(workspaceId, runId);
  if (run === undefined) throw new Error(`There is no run ${runId}.`);
  const { state, refusal, result } = run;
  const cells = await store.cells(workspaceId, runId);
  const lost = calls.filter((call) => call.state === 'effect_unknown');
  const isComplete = state === 'complete';
  const isWhole = isComplete ? cells.length === count : refusal?.code === 'abandoned';
  const faults = [
    ...faultsOfCells(workspaceId, cells, lost),
    ...(isWhole ? [] : [`${runId} is ${state} with ${cells.length} cells`]),
    ...(await faultsOfFigures(pool, run, cells)),
    ...(await faultsOfWorkflow(temporal, runId, isComplete ? 'COMPLETED' : 'CANCELLED')),
  ];
  return {
    ended: { runId, state, digest: result === null ? undefined : sha256Digest(result), unknown: lost.length },
    faults,
  };
}

/** A cell has its verdict, unless one of its calls has an unknown effect. */
function faultsOfCells(
  workspaceId: string,
  cells: readonly CellResult[],
  lost: readonly ExperimentCallRow[],
): string[] {
  const unscored = new Map(
    lost.map(({ position, arm, purpose }) => [
      `${workspaceId}-${position} ${arm}`,
      purpose === 'judge' ? 'unscored no_verdict' : 'unscored call_failed',
    ]),
  );
  return cells.flatMap(({ requestId, arm, verdict, reason }) => {
    const expected = unscored.get(`${requestId} ${arm}`) ?? expectedVerdict(requestId, arm);
    const shown = `${verdict} ${reason}`.trim();
    return shown === expected ? [] : [`${requestId} ${arm} is “${shown}”, not “${expected}”`];
  });
}

/** The stored figures of a complete run follow from its cells. */
async function faultsOfFigures(
  pool: pg.Pool,
  { workspaceId, experimentId, runId, facts, result }: StoredExperimentRun,
  cells: readonly CellResult[],
): Promise<string[]> {
  const experiment = await createExperimentStore(pool, clock).find(workspaceId, experimentId);
  if (experiment === undefined || facts === null || result === null) return [];
  const { declaration } = experiment;
  const isSame = sha256Digest(concludeRun({ declaration, facts, cells })) === sha256Digest(result);
  return isSame ? [] : [`${runId} stores other figures than its cells give`];
}

/** The workflow ends after the row, or half a minute later if its worker was killed in between. */
async function faultsOfWorkflow(
  temporal: Stage['temporal'],
  runId: string,
  expected: 'COMPLETED' | 'CANCELLED',
): Promise<string[]> {
  const statusNow = async (): Promise<string> => (await temporal.workflow.getHandle(runId).describe()).status.name;
  await waitUntil(async () => (await statusNow()) === expected, SETTLE_SECONDS).catch(() => undefined);
  const status = await statusNow();
  return status === expected ? [] : [`the workflow of ${runId} is ${status}, not ${expected}`];
}

/** The facts must have each call that is over once under its purpose, and the costs that the provider billed. */
async function faultsOfTraffic(
  stage: Stage,
  workspaceId: string,
  calls: readonly ExperimentCallRow[],
  spent: bigint,
): Promise<string[]> {
  const shown: unknown[] = [];
  for (const purpose of CALL_PURPOSES) {
    const select = 'SELECT toUInt32(count()) AS n, toUInt32(uniqExact(logical_request_id)) AS ids';
    const where = `purpose = '${purpose}'`;
    shown.push(...(await factsOf(stage, `${select} FROM request_terminals_v1`, workspaceId, '', where)));
  }
  const costs = 'SELECT toString(sum(nanos)) AS nanos FROM cost_effects_v1';
  shown.push(...(await factsOf(stage, costs, workspaceId, '', "purpose IN ('comparison', 'judge')")));
  const counts = CALL_PURPOSES.map((purpose) => calls.filter((call) => call.purpose === purpose).length);
  const expected = [...counts.map((n) => ({ n, ids: n })), { nanos: String(spent) }];
  const [first, second] = [shown, expected].map((part) => JSON.stringify(part));
  return first === second ? [] : [`the traffic of runs is ${first}, not ${second}`];
}
