import type { CellState } from '../../domain/comparisons/figures/cell.ts';
import type { CellFailure } from '../../domain/comparisons/failures-without-call.ts';
import type { RunCallEnding, RunCallKey, MachineVerdict } from '../../domain/comparisons/run-call.ts';
import type { VerdictSource } from '../../domain/comparisons/verdict.ts';
import { newId } from '../postgres/new-id.ts';
import type { Queryable } from '../postgres/pool.ts';

/** The key of a cell: one case on one arm of a run. */
export type CellKey = Omit<RunCallKey, 'purpose'>;

/** The change of a cell at the end of its call. */
export interface CellEnding {
  readonly state: CellState;
  /** The failure code; empty unless the cell failed. */
  readonly failureCode: string;
  readonly answer: string | null;
  readonly durationMs: number | null;
}

/** The change of a cell. A cell ends with its call, or is released if the call will be repeated. */
export function cellEnding(ending: Exclude<RunCallEnding, MachineVerdict>): CellEnding {
  switch (ending.kind) {
    case 'again':
      return { state: 'intended', failureCode: '', answer: null, durationMs: null };
    case 'failed':
      return { state: 'failed', failureCode: ending.failureCode, answer: null, durationMs: null };
    case 'answered':
      return { state: 'answered', failureCode: '', answer: ending.answer, durationMs: ending.durationMs };
  }
}

/** Ends a cell without a call. A cell that has ended is left unchanged. */
export async function failCell(
  client: Queryable,
  { runId, position, arm }: CellKey,
  failureCode: CellFailure,
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE comparison_cells SET state = 'failed', failure_code = $4, ended_at = $5
     WHERE run_id = $1 AND position = $2 AND arm = $3 AND state IN ('intended', 'dispatched')`,
    [runId, position, arm, failureCode, now],
  );
}

/** The verdict of a machine on a cell. */
export type ComparisonCellVerdict = CellKey & Omit<MachineVerdict, 'kind'>;

/** Writes machine verdicts on cells. A cell keeps its first machine verdict. */
export async function writeMachineVerdicts(
  client: Queryable,
  source: Exclude<VerdictSource, 'human'>,
  verdicts: readonly ComparisonCellVerdict[],
  now: Date,
): Promise<void> {
  const rows = verdicts.map(({ runId, position, arm, outcome, reasonCode, rationale }) => ({
    verdict_id: newId('comparisonVerdict'),
    run_id: runId,
    ...{ position, arm, outcome, reason_code: reasonCode, rationale },
  }));
  await client.query(
    `INSERT INTO comparison_verdicts (verdict_id, run_id, position, arm, source, outcome, reason_code, rationale, created_at)
     SELECT verdict_id, run_id, position, arm, $2, outcome, reason_code, rationale, $3
     FROM json_to_recordset($1) AS v (verdict_id text, run_id text, position int, arm text, outcome text, reason_code text,
       rationale text)
     ON CONFLICT (run_id, position, arm) WHERE source <> 'human' DO NOTHING`,
    [JSON.stringify(rows), source, now],
  );
}
