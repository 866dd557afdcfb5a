import type pg from 'pg';
import type { ComparisonPlanV1 } from '../../contracts/comparisons/comparison-plan.ts';
import type { CaseContent } from '../../domain/comparisons/case-content.ts';
import type { CellState } from '../../domain/comparisons/figures/cell.ts';
import type { ComparisonKind } from '../../domain/comparisons/comparison-kind.ts';
import type { CellFailure } from '../../domain/comparisons/failures-without-call.ts';
import type { RunCallKey } from '../../domain/comparisons/run-call.ts';
import type { ComparisonRunStatus } from '../../domain/comparisons/run-work.ts';
import type { VerdictSource } from '../../domain/comparisons/verdict.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { requireRow } from '../postgres/require-row.ts';
import { SPENT_PERCENT } from '../spending/call-cost-sql.ts';
import { failCell, writeMachineVerdicts, type CellKey, type ComparisonCellVerdict } from './cell-endings.ts';

/** A run in scoring, with what its scoring needs. */
export interface ScoredComparisonRun extends ComparisonRunStatus {
  readonly kind: ComparisonKind;
  readonly cases: number;
  /** The connection of the judge; null if the comparison uses labels. */
  readonly judgeConnectionId: string | null;
}

/** A run with the cells that its arms have to answer. */
export interface BegunComparisonRun extends ComparisonRunStatus {
  readonly plan: ComparisonPlanV1;
  readonly cells: readonly (Pick<CellKey, 'position' | 'arm'> & {
    readonly state: CellState;
    readonly failureCode: string;
  })[];
}

/** The input of a cell, and the material of its judge. */
export interface CellMaterial extends Pick<CaseContent, 'messages'> {
  readonly referenceNotes: string;
  readonly plan: ComparisonPlanV1;
  /** The answer; null unless the cell was answered. */
  readonly answer: string | null;
}

/** The answer of a cell, and its request in the traffic of its environment. */
export interface AnsweredCell {
  readonly workspaceId: string;
  readonly callId: string;
  /** The time at which its request was admitted. */
  readonly sentAt: Date;
  readonly answer: string;
}

/** The end of a call's cell or verdict, and its effect on the run. */
export interface CallConsequence extends Pick<ComparisonRunStatus, 'spentPercent'> {
  /**
   * The reason why a cell failed, or why a machine could not decide whether its answer passes; empty if neither
   * applies.
   */
  readonly code: string;
}

/** An ended cell that still needs a machine verdict. */
export interface UnscoredCell extends Pick<CellKey, 'position' | 'arm'>, Pick<CaseContent, 'label'> {
  /** The failure code; empty for an answered cell. */
  readonly failureCode: string;
  readonly answer: string | null;
}

/**
 * The state transitions of comparison runs. Each is guarded by the state that it leaves, so that a repetition changes
 * nothing.
 */
export interface ComparisonRunTransitions {
  /** Moves a queued run to `arms_running`; undefined if there is no such run. */
  begin(runId: string): Promise<BegunComparisonRun | undefined>;
  material(cell: CellKey): Promise<CellMaterial | undefined>;
  /** The answer of a cell; undefined unless the cell was answered. */
  answered(cell: CellKey): Promise<AnsweredCell | undefined>;
  /** Ends a cell without a call. */
  failCell(cell: CellKey, failureCode: CellFailure): Promise<void>;
  /** Moves a run whose cells have all ended to scoring. */
  beginScoring(runId: string): Promise<ScoredComparisonRun>;
  unscored(runId: string): Promise<UnscoredCell[]>;
  giveVerdicts(source: Exclude<VerdictSource, 'human'>, verdicts: readonly ComparisonCellVerdict[]): Promise<void>;
  end(runId: string, state: 'complete' | 'partial'): Promise<ComparisonRunStatus>;
  /** Requests the cancellation of an open run, so that it sends no further call. */
  stop(runId: string): Promise<void>;
  /** Ends an open run as `abandoned`, for any reason. */
  abandon(runId: string): Promise<ComparisonRunStatus>;
  standing(runId: string): Promise<ComparisonRunStatus>;
  ended(callKey: RunCallKey): Promise<CallConsequence>;
}

const GOING_ON = "state IN ('queued', 'arms_running', 'scoring')";

const STANDING = `n.state, n.failure_code AS "failureCode",
  n.cancel_requested_at IS NOT NULL AND n.ended_at IS NULL AS "isStopping", ${SPENT_PERCENT}`;

export function createComparisonRunTransitions(pool: pg.Pool, clock: Clock): ComparisonRunTransitions {
  const standing: ComparisonRunTransitions['standing'] = async (runId) => {
    const { rows } = await pool.query<ComparisonRunStatus>(
      `SELECT ${STANDING} FROM comparison_runs n WHERE n.run_id = $1`,
      [runId],
    );
    return requireRow(rows);
  };
  return {
    standing,

    async ended({ runId, position, arm, purpose }) {
      const { rows } = await pool.query<CallConsequence>(
        `SELECT CASE WHEN $4 = 'comparison' THEN l.failure_code ELSE coalesce(d.reason_code, '') END AS code, ${SPENT_PERCENT}
         FROM comparison_cells l
         JOIN comparison_runs n ON n.run_id = l.run_id
         LEFT JOIN comparison_verdicts d
           ON d.run_id = l.run_id AND d.position = l.position AND d.arm = l.arm AND d.source <> 'human'
         WHERE l.run_id = $1 AND l.position = $2 AND l.arm = $3`,
        [runId, position, arm, purpose],
      );
      return requireRow(rows);
    },

    begin: (runId) => beginRun(pool, runId, clock.now()),

    async material({ runId, position, arm }) {
      const { rows } = await pool.query<CellMaterial>(
        `SELECT n.plan, v.messages, v.reference_notes AS "referenceNotes", l.answer
         FROM comparison_cells l
         JOIN comparison_runs n ON n.run_id = l.run_id
         JOIN comparison_case_versions v ON v.case_id = l.case_id AND v.version = l.version
         WHERE l.run_id = $1 AND l.position = $2 AND l.arm = $3`,
        [runId, position, arm],
      );
      return rows[0];
    },

    answered: (cell) => findAnswered(pool, cell),

    failCell: (cell, failureCode) => failCell(pool, cell, failureCode, clock.now()),

    beginScoring: (runId) => beginScoring(pool, runId, clock.now()),

    async unscored(runId) {
      const { rows } = await pool.query<UnscoredCell>(
        `SELECT l.position, l.arm, l.failure_code AS "failureCode", l.answer, v.label
         FROM comparison_cells l
         JOIN comparison_case_versions v ON v.case_id = l.case_id AND v.version = l.version
         WHERE l.run_id = $1 AND (l.state = 'answered' OR l.failure_code = 'spend_ceiling_exceeded')
           AND NOT EXISTS (SELECT FROM comparison_verdicts d
             WHERE d.run_id = l.run_id AND d.position = l.position AND d.arm = l.arm AND d.source <> 'human')
         ORDER BY l.position, l.arm`,
        [runId],
      );
      return rows;
    },

    giveVerdicts: (source, verdicts) => writeMachineVerdicts(pool, source, verdicts, clock.now()),

    async end(runId, state) {
      await pool.query(
        `UPDATE comparison_runs SET state = $2, ended_at = $3
         WHERE run_id = $1 AND state = 'scoring' AND cancel_requested_at IS NULL`,
        [runId, state, clock.now()],
      );
      return standing(runId);
    },

    async stop(runId) {
      await pool.query(
        `UPDATE comparison_runs SET cancel_requested_at = coalesce(cancel_requested_at, $2) WHERE run_id = $1 AND ${GOING_ON}`,
        [runId, clock.now()],
      );
    },

    async abandon(runId) {
      await pool.query(
        `UPDATE comparison_runs SET state = 'abandoned', failure_code = 'comparison_canceled', ended_at = $2,
           cancel_requested_at = coalesce(cancel_requested_at, $2)
         WHERE run_id = $1 AND ${GOING_ON}`,
        [runId, clock.now()],
      );
      return standing(runId);
    },
  };
}

async function beginRun(pool: pg.Pool, runId: string, now: Date): Promise<BegunComparisonRun | undefined> {
  await pool.query(
    `UPDATE comparison_runs SET state = 'arms_running', arms_running_at = $2, touched_at = $2
     WHERE run_id = $1 AND state = 'queued' AND cancel_requested_at IS NULL`,
    [runId, now],
  );
  const { rows } = await pool.query<Omit<BegunComparisonRun, 'cells'>>(
    `SELECT ${STANDING}, n.plan FROM comparison_runs n WHERE n.run_id = $1`,
    [runId],
  );
  const run = rows[0];
  if (run === undefined) return undefined;
  const { rows: cells } = await pool.query<BegunComparisonRun['cells'][number]>(
    `SELECT position, arm, state, failure_code AS "failureCode" FROM comparison_cells
     WHERE run_id = $1 ORDER BY position, arm`,
    [runId],
  );
  return { ...run, cells };
}

async function beginScoring(pool: pg.Pool, runId: string, now: Date): Promise<ScoredComparisonRun> {
  await pool.query(
    `UPDATE comparison_runs SET state = 'scoring', scoring_at = $2, touched_at = $2
     WHERE run_id = $1 AND state = 'arms_running' AND cancel_requested_at IS NULL
       AND NOT EXISTS (SELECT FROM comparison_cells l WHERE l.run_id = $1 AND l.ended_at IS NULL)`,
    [runId, now],
  );
  const { rows } = await pool.query<ScoredComparisonRun>(
    `SELECT ${STANDING}, c.kind, n.plan -> 'judge' ->> 'connection_id' AS "judgeConnectionId",
       (SELECT count(*)::int FROM comparison_sample_cases s WHERE s.sample_id = n.sample_id) AS cases
     FROM comparison_runs n JOIN comparisons c ON c.comparison_id = n.comparison_id
     WHERE n.run_id = $1`,
    [runId],
  );
  return requireRow(rows);
}

async function findAnswered(pool: pg.Pool, { runId, position, arm }: CellKey): Promise<AnsweredCell | undefined> {
  const { rows } = await pool.query<AnsweredCell>(
    `SELECT a.workspace_id AS "workspaceId", c.call_id AS "callId", c.reserved_at AS "sentAt",
       coalesce(l.answer, '') AS answer
     FROM comparison_cells l
     JOIN comparison_calls c
       ON c.run_id = l.run_id AND c.position = l.position AND c.arm = l.arm AND c.purpose = 'comparison'
     JOIN comparison_runs n ON n.run_id = l.run_id
     JOIN comparisons q ON q.comparison_id = n.comparison_id
     JOIN environments e ON e.environment_id = q.environment_id
     JOIN gateways g ON g.gateway_id = e.gateway_id
     JOIN applications a ON a.application_id = g.application_id
     WHERE l.run_id = $1 AND l.position = $2 AND l.arm = $3 AND l.state = 'answered'`,
    [runId, position, arm],
  );
  return rows[0];
}
