import { conflict, invalidMember, notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { DATASET_LIMITS } from '../../../domain/quality/datasets/dataset-limits.ts';
import { editMembers, type DatasetEdit, type EditedMembers } from '../../../domain/quality/datasets/edit-members.ts';
import { takeCensus } from '../../../domain/quality/datasets/take-census.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { requireNoErasure } from './dataset-build-guard.ts';
import { insertVersion } from './insert-version.ts';
import { insertMembers, membersDigest, readMembers } from './member-rows.ts';
import type { StoredDatasetMember } from './stored-dataset.ts';

/** An edit of a version by an author. */
interface AskedEdit {
  /** The retention generation of the workspace when the edit began. */
  readonly retentionGeneration: bigint;
  readonly datasetId: string;
  readonly expectedVersion: number;
  readonly edit: DatasetEdit;
  readonly editedBy: string;
  readonly now: Date;
}

/**
 * Makes the next version of a dataset, in the transaction of `client`. Rows of members that change end with the version
 * before, so that it can still be read.
 * @throws Refusal `not_found`, `conflict`, and the refusals of `editMembers`
 */
export async function editDataset(
  client: Queryable,
  { datasetId, expectedVersion, edit, editedBy, retentionGeneration, now }: AskedEdit,
): Promise<{ readonly version: number; readonly edited: EditedMembers }> {
  const workspaceId = await lockVersion(client, datasetId, expectedVersion);
  await requireNoErasure(client, workspaceId, retentionGeneration);
  const before = await readMembers(client, { workspaceId, datasetId, version: expectedVersion });
  requireLivingMembers(before, edit);
  const edited = editMembers(before, edit);
  if (edited.added + edited.removed + edited.annotated === 0) return { version: expectedVersion, edited };
  if (expectedVersion >= DATASET_LIMITS.versions)
    throw conflict(
      'limit_reached',
      `A dataset has at most ${DATASET_LIMITS.versions} versions. Build another dataset.`,
    );
  const version = expectedVersion + 1;
  const after = new Set<object>(edited.members);
  const unchanged = new Set<object>(before);
  const positions = new Map(before.map(({ requestId, position }) => [requestId, position]));
  let next = (before.at(-1)?.position ?? -1) + 1;
  const leaving = new Set(edit.remove);
  const opened = edited.members
    .filter((member) => !unchanged.has(member))
    .map((member) => {
      const place = leaving.has(member.requestId) ? undefined : positions.get(member.requestId);
      return { ...member, position: place ?? next++ };
    });
  await client.query(
    `UPDATE quality_dataset_items SET until_version = $3
     WHERE dataset_id = $1 AND request_id = ANY($2) AND until_version IS NULL`,
    [datasetId, before.filter((member) => !after.has(member)).map(({ requestId }) => requestId), version],
  );
  await insertMembers(client, { workspaceId, datasetId, version }, opened);
  const { members, duplicates } = edited;
  await insertVersion(
    client,
    { datasetId, version },
    { digest: membersDigest(members), census: takeCensus(members), duplicates, createdBy: editedBy, now },
  );
  await client.query('UPDATE quality_datasets SET latest_version = $2 WHERE dataset_id = $1', [datasetId, version]);
  return { version, edited };
}

/**
 * Locks a dataset whose newest version is the expected one. Returns its workspace.
 * @throws Refusal `not_found` if there is no such dataset, `conflict` if it has another version
 */
async function lockVersion(client: Queryable, datasetId: string, expectedVersion: number): Promise<string> {
  const { rows } = await client.query<{ workspace_id: string; latest_version: number }>(
    `SELECT workspace_id, latest_version FROM quality_datasets
     WHERE dataset_id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
    [datasetId],
  );
  const dataset = rows[0];
  if (dataset === undefined) throw notFound(`There is no dataset ${datasetId}. Check the id.`);
  const { workspace_id: workspaceId, latest_version: version } = dataset;
  if (version === expectedVersion) return workspaceId;
  const detail = `The dataset has version ${version}, and not the expected version ${expectedVersion}. Read it again, and repeat the edit.`;
  throw new Refusal('conflict', detail);
}

/** @throws Refusal `validation_failed` for annotations of a member that an erasure removed */
function requireLivingMembers(members: readonly StoredDatasetMember[], { annotate }: DatasetEdit): void {
  const erased = new Set(members.filter(({ isErased }) => isErased).map(({ requestId }) => requestId));
  const at = annotate.findIndex(({ requestId }) => erased.has(requestId));
  if (at === -1) return;
  const detail = 'This item was erased, so it takes no annotations. Remove it, or leave its annotations out.';
  throw invalidMember(`/annotate/${at}/req_id`, detail);
}
