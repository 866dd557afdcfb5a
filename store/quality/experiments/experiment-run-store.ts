import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { CellResult } from '../../../domain/quality/experiments/cell-result.ts';
import type { ExperimentRunFigures } from '../../../domain/quality/experiments/conclude-run.ts';
import { DATASET_DELETED } from '../../../domain/quality/experiment-setup/dataset-deleted.ts';
import type { EvalRefusal } from '../../../domain/quality/experiments/eval-refusal.ts';
import type { ExperimentRunStatus } from '../../../domain/quality/experiments/experiment-run-statuses.ts';
import type { RunFacts } from '../../../domain/quality/experiments/run-facts.ts';
import { enqueue } from '../../outbox/enqueue.ts';
import { violatesUnique } from '../../postgres/database-fault.ts';
import { newId } from '../../postgres/new-id.ts';
import type { PageKey } from '../../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../../postgres/pool.ts';
import { PRICED_NANO_USD, UNPRICED_CALLS } from '../../spending/call-cost-sql.ts';
import { readCellResults } from './read-cell-results.ts';

/** A run to start, or to keep as refused. */
export interface NewExperimentRun {
  readonly workspaceId: string;
  readonly experimentId: string;
  /** The user or token that asks for the run. */
  readonly startedBy: string;
}

/** The state and the cost of a run. */
export interface ExperimentRunSummary extends NewExperimentRun {
  readonly runId: string;
  readonly state: ExperimentRunStatus;
  /** Null unless refused. */
  readonly refusal: EvalRefusal | null;
  readonly spendCeilingNanoUsd: bigint;
  /** The sum of the known prices of its calls, in nano-USD. */
  readonly costNanoUsd: bigint;
  /** The number of charged calls without a known price. */
  readonly unpricedCalls: number;
  /** The number of cells, and of those that have ended; 0 until the run begins. */
  readonly cells: number;
  readonly endedCells: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly cancelRequestedAt: Date | null;
}

/** A run with its figures. */
export interface StoredExperimentRun extends ExperimentRunSummary {
  /** Null until the run has ended, and for a run that never began. */
  readonly facts: RunFacts | null;
  /** The figures of the run, with the same conditions. */
  readonly result: ExperimentRunFigures | null;
}

/** The runs of experiments. Every read names its workspace. */
export interface ExperimentRunStore {
  /**
   * Stores a running run and orders the start of its workflow, in one transaction; undefined if the workspace has no
   * such experiment. If its dataset was deleted, the run is stored as refused, and starts nothing.
   *
   * @throws Refusal `conflict` if a run of the experiment is running
   */
  start(run: NewExperimentRun): Promise<StoredExperimentRun | undefined>;
  /** Stores a run that is refused before it begins; undefined if the workspace has no such experiment. */
  refuse(run: NewExperimentRun, refusal: EvalRefusal): Promise<StoredExperimentRun | undefined>;
  find(workspaceId: string, runId: string): Promise<StoredExperimentRun | undefined>;
  /** The runs of a workspace, or those of one experiment or in one state; newest first, at most `limit`. */
  list(page: {
    readonly workspaceId: string;
    readonly experimentId: string | undefined;
    readonly status: ExperimentRunStatus | undefined;
    readonly limit: number;
    readonly after: PageKey | undefined;
  }): Promise<ExperimentRunSummary[]>;
  /** The newest run of each experiment, in no order; an experiment without a run has none. */
  newestOf(workspaceId: string, experimentIds: readonly string[]): Promise<StoredExperimentRun[]>;
  /** The ended cells of a run, by item in the order of the dataset, then by arm. */
  cells(workspaceId: string, runId: string): Promise<CellResult[]>;
  /**
   * Requests the cancellation of a running run. Returns false and changes nothing if it is not running, or if its
   * cancellation was requested before.
   */
  cancel(workspaceId: string, runId: string, canceledBy: string): Promise<boolean>;
}

const SUMMARY = `r.run_id AS "runId", r.workspace_id AS "workspaceId", r.experiment_id AS "experimentId",
    r.started_by AS "startedBy", r.state, r.refusal, r.spend_ceiling_nano_usd AS "spendCeilingNanoUsd",
    c.cost AS "costNanoUsd", c.unpriced AS "unpricedCalls", l.cells, l.ended AS "endedCells",
    r.started_at AS "startedAt", r.ended_at AS "endedAt", r.cancel_requested_at AS "cancelRequestedAt"`;

// A run has a cell for each item and arm. Only open cells have an index, so the ended ones are the rest.
const RUNS = `FROM quality_experiment_runs r
  JOIN quality_experiments e ON e.experiment_id = r.experiment_id
  CROSS JOIN LATERAL (
    SELECT ${PRICED_NANO_USD} AS cost, ${UNPRICED_CALLS} AS unpriced
    FROM quality_experiment_calls WHERE run_id = r.run_id) c
  CROSS JOIN LATERAL (
    SELECT coalesce((r.items + r.excluded_items) * jsonb_array_length(e.declaration -> 'arms'), 0) AS cells,
      coalesce((r.items + r.excluded_items) * jsonb_array_length(e.declaration -> 'arms') - (
        SELECT count(*)::int FROM quality_experiment_cells WHERE run_id = r.run_id AND state <> 'ended'), 0) AS ended) l`;

/** A row with the amounts of a run, in whole nano-USD as decimal texts. */
type RowOf<Run> = Omit<Run, 'spendCeilingNanoUsd' | 'costNanoUsd'> & {
  readonly spendCeilingNanoUsd: string;
  readonly costNanoUsd: string;
};

export function createExperimentRunStore(pool: pg.Pool, clock: Clock): ExperimentRunStore {
  return {
    async start(run) {
      try {
        return await inTransaction(pool, async (client) => {
          const now = clock.now();
          const hasDataset = await lockDataset(client, run);
          const runId = await insertRun(client, run, hasDataset ? undefined : DATASET_DELETED, now);
          if (runId === undefined) return undefined;
          if (hasDataset) await enqueue(client, { kind: 'start_experiment_run', workflowId: runId }, now);
          return findRun(client, run.workspaceId, runId);
        });
      } catch (error) {
        if (!violatesUnique(error, 'quality_experiment_run_at_a_time')) throw error;
        throw new Refusal('conflict', 'A run of this experiment is still running. Wait until it has ended.');
      }
    },

    refuse: (run, refusal) =>
      inTransaction(pool, async (client) => {
        const runId = await insertRun(client, run, refusal, clock.now());
        return runId === undefined ? undefined : findRun(client, run.workspaceId, runId);
      }),

    find: (workspaceId, runId) => findRun(pool, workspaceId, runId),

    async list({ workspaceId, experimentId, status, limit, after }) {
      const { rows } = await pool.query<RowOf<ExperimentRunSummary>>(
        `SELECT ${SUMMARY} ${RUNS} WHERE r.workspace_id = $1 AND ($2::text IS NULL OR r.experiment_id = $2) AND ($3::text IS NULL OR r.state = $3)
           AND (r.started_at, r.run_id) < ($4, $5)
         ORDER BY r.started_at DESC, r.run_id DESC LIMIT $6`,
        [workspaceId, experimentId ?? null, status ?? null, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map((row) => runFromRow(row));
    },

    async newestOf(workspaceId, experimentIds) {
      const { rows } = await pool.query<RowOf<StoredExperimentRun>>(
        `SELECT ${SUMMARY}, r.facts, r.result ${RUNS} WHERE r.workspace_id = $1 AND r.run_id IN (
           SELECT DISTINCT ON (experiment_id) run_id FROM quality_experiment_runs
           WHERE workspace_id = $1 AND experiment_id = ANY ($2) ORDER BY experiment_id, started_at DESC, run_id DESC)`,
        [workspaceId, experimentIds],
      );
      return rows.map((row) => runFromRow(row));
    },

    async cells(workspaceId, runId) {
      const run = await pool.query('SELECT FROM quality_experiment_runs WHERE workspace_id = $1 AND run_id = $2', [
        workspaceId,
        runId,
      ]);
      return run.rowCount === 1 ? readCellResults(pool, runId) : [];
    },

    cancel: (workspaceId, runId, canceledBy) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const { rowCount } = await client.query(
          `UPDATE quality_experiment_runs SET cancel_requested_at = $3, canceled_by = $4
           WHERE workspace_id = $1 AND run_id = $2 AND state = 'running' AND cancel_requested_at IS NULL`,
          [workspaceId, runId, now, canceledBy],
        );
        if (rowCount !== 1) return false;
        await enqueue(client, { kind: 'cancel_experiment_run', workflowId: runId }, now);
        return true;
      }),
  };
}

/**
 * Locks the dataset of an experiment until the commit. A deletion meanwhile waits for it, and then finds the run.
 * Returns false if the dataset was deleted.
 */
async function lockDataset(
  client: Queryable,
  { workspaceId, experimentId }: Pick<NewExperimentRun, 'workspaceId' | 'experimentId'>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM quality_datasets d
     JOIN quality_experiments e ON e.workspace_id = d.workspace_id AND e.declaration ->> 'dataset_id' = d.dataset_id
     WHERE e.workspace_id = $1 AND e.experiment_id = $2 AND d.deleted_at IS NULL FOR SHARE OF d`,
    [workspaceId, experimentId],
  );
  return rowCount === 1;
}

/** The id of the new run; undefined if the workspace has no such experiment. */
async function insertRun(
  client: Queryable,
  { workspaceId, experimentId, startedBy }: NewExperimentRun,
  refusal: EvalRefusal | undefined,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await client.query<{ runId: string }>(
    `INSERT INTO quality_experiment_runs (run_id, experiment_id, workspace_id, state, refusal, spend_ceiling_nano_usd,
       started_by, started_at, ended_at, touched_at)
     SELECT $1, experiment_id, workspace_id, $4, $5, (declaration ->> 'spend_ceiling_nano_usd')::numeric, $6, $7, $8, $7
     FROM quality_experiments WHERE workspace_id = $2 AND experiment_id = $3
     RETURNING run_id AS "runId"`,
    [
      ...[newId('experimentRun'), workspaceId, experimentId, refusal === undefined ? 'running' : 'refused'],
      ...[refusal === undefined ? null : JSON.stringify(refusal), startedBy, now, refusal === undefined ? null : now],
    ],
  );
  return rows[0]?.runId;
}

async function findRun(
  client: Queryable,
  workspaceId: string,
  runId: string,
): Promise<StoredExperimentRun | undefined> {
  const { rows } = await client.query<RowOf<StoredExperimentRun>>(
    `SELECT ${SUMMARY}, r.facts, r.result ${RUNS} WHERE r.workspace_id = $1 AND r.run_id = $2`,
    [workspaceId, runId],
  );
  return rows.map((row) => runFromRow(row))[0];
}

function runFromRow<Row extends { readonly spendCeilingNanoUsd: string; readonly costNanoUsd: string }>({
  spendCeilingNanoUsd,
  costNanoUsd,
  ...row
}: Row) {
  return { ...row, spendCeilingNanoUsd: BigInt(spendCeilingNanoUsd), costNanoUsd: BigInt(costNanoUsd) };
}
