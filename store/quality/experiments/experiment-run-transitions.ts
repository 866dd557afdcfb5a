import type pg from 'pg';
import type { OutcomeRequest } from '../../../contracts/judges/accept-outcome.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { CellResult, CellVerdict, UnscoredReason } from '../../../domain/quality/experiments/cell-result.ts';
import type { ExperimentDeclaration } from '../../../domain/quality/experiments/declaration.ts';
import type { ArmEvaluationCost } from '../../../domain/quality/experiments/run-facts.ts';
import type {
  ExperimentCallKey,
  ExperimentCellKey,
  ExperimentStatus,
  PinnedJudge,
} from '../../../domain/quality/experiment-runs/experiment-work.ts';
import { requireRow } from '../../postgres/require-row.ts';
import { PRICED_NANO_USD, SPENT_PERCENT, UNPRICED_CALLS } from '../../spending/call-cost-sql.ts';
import { beginExperimentCells, type BegunExperiment } from './begin-experiment-cells.ts';
import { createExperimentRunEndings, type ExperimentRunEndings } from './experiment-run-endings.ts';
import { readCellResults } from './read-cell-results.ts';
import { endCellUnscored } from './settle-experiment-call.ts';

/** A run with everything that its work depends on. */
export interface ExperimentRunBrief {
  readonly runId: string;
  readonly workspaceId: string;
  readonly declaration: ExperimentDeclaration;
  /** The digest of the dataset version that the experiment pinned. */
  readonly pinnedDigest: string;
  /** The digest of the members that the run scores; null until it begins. */
  readonly scoredDigest: string | null;
  /** The judges of its arms; null until it begins. */
  readonly judges: readonly PinnedJudge[] | null;
  readonly items: number | null;
  readonly excludedItems: number | null;
  /** The word of its verdict; empty unless it is complete. */
  readonly verdict: string;
}

/** A cell whose material is not looked up yet. */
export interface PlannedExperimentCell {
  readonly position: number;
  readonly arm: string;
  readonly requestId: string;
  readonly segment: string;
}

/** The request whose stored question a cell uses, and the one whose stored answer is judged. */
export interface CellContentKeys {
  readonly requestId: string;
  readonly admittedAt: string;
  readonly answerRequestId: string;
  readonly answerAdmittedAt: string;
}

/** The next stage of a planned cell, or its end. */
export interface PreparedExperimentCell {
  readonly position: number;
  readonly arm: string;
  readonly state: 'intended' | 'answered' | 'ended';
  readonly traceId: string;
  readonly request: OutcomeRequest | null;
  readonly content: CellContentKeys | null;
  /** Null unless the cell has ended. */
  readonly verdict: CellVerdict | null;
  readonly reason: UnscoredReason | '';
  readonly costNanoUsd: bigint | null;
  readonly judgeSubject: string;
}

/** A cell that still needs an answer or a verdict. */
export interface OpenExperimentCell {
  readonly position: number;
  readonly arm: string;
  readonly state: 'intended' | 'answered';
}

/** The material of a call for a cell. */
export interface ExperimentCellMaterial {
  readonly workspaceId: string;
  readonly declaration: ExperimentDeclaration;
  readonly judges: readonly PinnedJudge[];
  readonly content: CellContentKeys | null;
  /** The answer of a replay; null for any other cell, and after its verdict. */
  readonly answer: string | null;
}

/** The reason why a cell has no verdict, or empty, and the spent share of its run. */
export interface ExperimentCallConsequence extends Pick<ExperimentStatus, 'spentPercent'> {
  readonly code: string;
}

/** The state transitions of runs. Each is guarded by the state that it leaves, so that a repetition changes nothing. */
export interface ExperimentRunTransitions extends ExperimentRunEndings {
  /** Undefined if there is no such run. */
  find(runId: string): Promise<ExperimentRunBrief | undefined>;
  /** Writes the cells of a run and marks it as begun. A run that was begun before keeps its judges. */
  begin(runId: string, begun: BegunExperiment): Promise<void>;
  /** The first planned cells, by item, then by arm. */
  planned(runId: string, limit: number): Promise<PlannedExperimentCell[]>;
  prepare(runId: string, cells: readonly PreparedExperimentCell[]): Promise<void>;
  /** The cells that still need an answer or a verdict, by item, then by arm. */
  open(runId: string): Promise<OpenExperimentCell[]>;
  material(cell: ExperimentCellKey): Promise<ExperimentCellMaterial | undefined>;
  /** Ends a cell without a call. */
  failCell(cell: ExperimentCellKey, reason: UnscoredReason): Promise<void>;
  ended(callKey: ExperimentCallKey): Promise<ExperimentCallConsequence>;
  results(runId: string): Promise<CellResult[]>;
  /** The costs of the judges' calls, in the order of the names of arms. */
  evaluationCosts(runId: string): Promise<ArmEvaluationCost[]>;
}

export function createExperimentRunTransitions(pool: pg.Pool, clock: Clock): ExperimentRunTransitions {
  return {
    ...createExperimentRunEndings(pool, clock),
    find: (runId) => findBrief(pool, runId),
    begin: (runId, begun) => beginExperimentCells(pool, runId, begun, clock.now()),

    async planned(runId, limit) {
      const { rows } = await pool.query<PlannedExperimentCell>(
        `SELECT position, arm, request_id AS "requestId", segment FROM quality_experiment_cells
         WHERE run_id = $1 AND state = 'planned' ORDER BY position, arm LIMIT $2`,
        [runId, limit],
      );
      return rows;
    },

    prepare: (runId, cells) => prepareCells(pool, runId, cells, clock.now()),

    async open(runId) {
      const { rows } = await pool.query<OpenExperimentCell>(
        `SELECT position, arm, state FROM quality_experiment_cells
         WHERE run_id = $1 AND state IN ('intended', 'answered') ORDER BY position, arm`,
        [runId],
      );
      return rows;
    },

    async material({ runId, position, arm }) {
      const { rows } = await pool.query<ExperimentCellMaterial>(
        `SELECT n.workspace_id AS "workspaceId", e.declaration, coalesce(n.judges, '[]') AS judges, l.content, l.answer
         FROM quality_experiment_cells l
         JOIN quality_experiment_runs n ON n.run_id = l.run_id
         JOIN quality_experiments e ON e.experiment_id = n.experiment_id
         WHERE l.run_id = $1 AND l.position = $2 AND l.arm = $3`,
        [runId, position, arm],
      );
      return rows[0];
    },

    failCell: (cell, reason) => endCellUnscored(pool, cell, reason, clock.now()),

    async ended({ runId, position, arm }) {
      const { rows } = await pool.query<ExperimentCallConsequence>(
        `SELECT l.reason AS code, ${SPENT_PERCENT}
         FROM quality_experiment_cells l JOIN quality_experiment_runs n ON n.run_id = l.run_id
         WHERE l.run_id = $1 AND l.position = $2 AND l.arm = $3`,
        [runId, position, arm],
      );
      return requireRow(rows);
    },

    results: (runId) => readCellResults(pool, runId),
    evaluationCosts: (runId) => readEvaluationCosts(pool, runId),
  };
}

async function findBrief(pool: pg.Pool, runId: string): Promise<ExperimentRunBrief | undefined> {
  const { rows } = await pool.query<ExperimentRunBrief>(
    `SELECT n.run_id AS "runId", n.workspace_id AS "workspaceId", e.declaration, e.pinned_digest AS "pinnedDigest",
       n.dataset_digest AS "scoredDigest", n.judges, n.items, n.excluded_items AS "excludedItems",
       CASE WHEN n.state = 'complete' THEN coalesce(n.result #>> '{comparison,verdict}', '') ELSE '' END AS verdict
     FROM quality_experiment_runs n JOIN quality_experiments e ON e.experiment_id = n.experiment_id
     WHERE n.run_id = $1`,
    [runId],
  );
  return rows[0];
}

async function prepareCells(
  pool: pg.Pool,
  runId: string,
  cells: readonly PreparedExperimentCell[],
  now: Date,
): Promise<void> {
  const rows = cells.map(({ traceId, costNanoUsd, judgeSubject, ...cell }) => ({
    ...cell,
    trace_id: traceId,
    cost: costNanoUsd?.toString() ?? null,
    judge_subject: judgeSubject,
  }));
  await pool.query(
    `WITH touched AS (
       UPDATE quality_experiment_runs SET touched_at = $3 WHERE run_id = $1
     )
     UPDATE quality_experiment_cells l SET state = p.state, trace_id = p.trace_id, request = p.request, content = p.content,
       verdict = p.verdict, reason = p.reason, cost_nano_usd = p.cost, judge_subject = p.judge_subject,
       ended_at = CASE WHEN p.state = 'ended' THEN $3::timestamptz END
     FROM json_to_recordset($2) AS p (position int, arm text, state text, trace_id text, request jsonb, content jsonb, verdict text,
       reason text, cost numeric, judge_subject text)
     WHERE l.run_id = $1 AND l.position = p.position AND l.arm = p.arm AND l.state = 'planned'`,
    [runId, JSON.stringify(rows), now],
  );
}

async function readEvaluationCosts(pool: pg.Pool, runId: string): Promise<ArmEvaluationCost[]> {
  const { rows } = await pool.query<{ arm: string; nanos: string; unpriced: number }>(
    `SELECT arm, ${PRICED_NANO_USD} AS nanos, ${UNPRICED_CALLS} AS unpriced
     FROM quality_experiment_calls WHERE run_id = $1 AND purpose = 'judge' GROUP BY arm ORDER BY arm COLLATE "C"`,
    [runId],
  );
  return rows.map(({ arm, nanos, unpriced }) => ({ arm, nano_usd: nanos, is_estimated: false, unpriced }));
}
