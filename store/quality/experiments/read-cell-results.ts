import type { CellResult } from '../../../domain/quality/experiments/cell-result.ts';
import type { Queryable } from '../../postgres/pool.ts';

/** The ended cells of a run, by item in the order of the dataset, then by arm. */
export async function readCellResults(client: Queryable, runId: string): Promise<CellResult[]> {
  const { rows } = await client.query<Omit<CellResult, 'costNanoUsd'> & { readonly costNanoUsd: string | null }>(
    `SELECT request_id AS "requestId", arm, segment, trace_id AS "traceId", verdict, reason,
       cost_nano_usd AS "costNanoUsd", judge_subject AS "judgeSubject"
     FROM quality_experiment_cells WHERE run_id = $1 AND state = 'ended' ORDER BY position, arm COLLATE "C"`,
    [runId],
  );
  return rows.map(({ costNanoUsd, ...cell }) => ({
    ...cell,
    costNanoUsd: costNanoUsd === null ? null : BigInt(costNanoUsd),
  }));
}
