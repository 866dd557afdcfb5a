import type { Queryable } from '../../postgres/pool.ts';

/**
 * Removes the answers to some requests of a workspace that running replays still hold. Their cells end unscored.
 * Returns the number of cells; a repetition finds none.
 */
export async function eraseExperimentAnswers(
  client: Queryable,
  { workspaceId, requestIds }: { readonly workspaceId: string; readonly requestIds: readonly string[] },
  now: Date,
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE quality_experiment_cells l
     SET state = 'ended', verdict = 'unscored', reason = 'excluded', answer = NULL, content = NULL, ended_at = $3
     FROM quality_experiment_runs n
     WHERE n.run_id = l.run_id AND n.workspace_id = $1 AND n.state = 'running' AND l.request_id = ANY ($2)
       AND l.state <> 'ended'`,
    [workspaceId, requestIds, now],
  );
  return rowCount ?? 0;
}
