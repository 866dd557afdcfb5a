import { ERASED_DATASET_ITEM } from '../../insight/erased-dataset-item.ts';
import type { Queryable } from '../../postgres/pool.ts';

/** The requests of a workspace whose members are to be erased. */
interface ErasedRequests {
  readonly workspaceId: string;
  readonly requestIds: readonly string[];
}

/**
 * Removes the annotations and the hashes of members that are some requests, in every version and in deleted datasets,
 * and marks them as erased. Returns the number of rows; a repetition finds none.
 */
export async function eraseDatasetMembers(
  client: Queryable,
  { workspaceId, requestIds }: ErasedRequests,
  now: Date,
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE quality_dataset_items SET ${ERASED_DATASET_ITEM}
     WHERE workspace_id = $1 AND request_id = ANY($3) AND erased_at IS NULL`,
    [workspaceId, now, requestIds],
  );
  return rowCount ?? 0;
}
