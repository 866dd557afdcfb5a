import type { CellState } from '../../domain/comparisons/cell.ts';
import type { CallEnding, CallPlace, MachineVerdict } from '../../domain/comparisons/paid-call.ts';
import type { VerdictSource } from '../../domain/comparisons/verdict.ts';
import { newId } from '../postgres/new-id.ts';
import type { Queryable } from '../postgres/pool.ts';

/** One case on one arm of a run. */
export type CellPlace = Omit<CallPlace, 'purpose'>;

/**
 * Ends a cell with its call, or gives it back where the call is made again; what has ended stays. A judge's call that is made again
 * leaves its cell as it is.
 */
export async function endCell(
  client: Queryable,
  { runId, position, arm }: CellPlace,
  purpose: CallPlace['purpose'],
  ending: Exclude<CallEnding, MachineVerdict>,
  now: Date,
): Promise<void> {
  if (purpose === 'judge') return;
  const [state, failureCode, answer, durationMs] = rowOf(ending);
  await client.query(
    `UPDATE comparison_cells SET state = $4, failure_code = $5, answer = $6, duration_ms = $7, ended_at = $8
     WHERE run_id = $1 AND position = $2 AND arm = $3 AND state IN ('intended', 'dispatched')`,
    [runId, position, arm, state, failureCode, answer, durationMs, ending.kind === 'again' ? null : now],
  );
}

function rowOf(
  ending: Exclude<CallEnding, MachineVerdict>,
): readonly [state: CellState, failureCode: string, answer: string | null, durationMs: number | null] {
  switch (ending.kind) {
    case 'again':
      return ['intended', '', null, null];
    case 'failed':
      return ['failed', ending.failureCode, null, null];
    case 'answered':
      return ['answered', '', ending.answer, ending.durationMs];
  }
}

/** What a machine says of a cell; where one has spoken, that stays. */
export async function writeMachineVerdict(
  client: Queryable,
  verdict: CellPlace & Omit<MachineVerdict, 'kind'> & { readonly source: Exclude<VerdictSource, 'human'> },
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO comparison_verdicts (verdict_id, run_id, position, arm, source, outcome, reason_code, rationale, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (run_id, position, arm) WHERE source <> 'human' DO NOTHING`,
    [
      ...[newId('comparisonVerdict'), verdict.runId, verdict.position, verdict.arm, verdict.source, verdict.outcome],
      ...[verdict.reasonCode, verdict.rationale, now],
    ],
  );
}
