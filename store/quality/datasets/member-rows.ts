import { sha256Digest } from '../../../contracts/wire/canonical-json.ts';
import type { DatasetMember } from '../../../domain/quality/datasets/dataset-member.ts';
import type { MemberKind } from '../../../domain/quality/datasets/member-kind.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { StoredDatasetMember } from './stored-dataset.ts';

interface MemberRow {
  requestId: string;
  environmentId: string;
  admittedAt: Date;
  kind: string;
  segment: string;
  contentHash: string;
  hasAnswer: boolean;
  annotations: Record<string, string>;
  isErased: boolean;
  position: number;
}

/** A member with its position in the dataset. */
export interface PositionedDatasetMember extends StoredDatasetMember {
  readonly position: number;
}

/** The members of a version, in their order. */
export async function readMembers(
  client: Queryable,
  {
    workspaceId,
    datasetId,
    version,
  }: { readonly workspaceId: string; readonly datasetId: string; readonly version: number },
): Promise<PositionedDatasetMember[]> {
  const { rows } = await client.query<MemberRow>(
    `SELECT request_id AS "requestId", environment_id AS "environmentId", admitted_at AS "admittedAt", kind, segment,
       content_hash AS "contentHash", has_answer AS "hasAnswer", annotations, erased_at IS NOT NULL AS "isErased", position
     FROM quality_dataset_items
     WHERE workspace_id = $1 AND dataset_id = $2 AND from_version <= $3 AND (until_version IS NULL OR until_version > $3)
     ORDER BY position`,
    [workspaceId, datasetId, version],
  );
  return rows.map(({ admittedAt, kind, ...row }) => ({
    ...row,
    kind: kind as MemberKind,
    admittedAtMs: admittedAt.getTime(),
  }));
}

/** Adds members from a version on, each with its place. */
export async function insertMembers(
  client: Queryable,
  {
    workspaceId,
    datasetId,
    version,
  }: { readonly workspaceId: string; readonly datasetId: string; readonly version: number },
  members: readonly (DatasetMember & { readonly position: number })[],
): Promise<void> {
  const rows = members.map(({ admittedAtMs, ...member }) => ({
    ...member,
    admittedAt: new Date(admittedAtMs).toISOString(),
  }));
  await client.query(
    `INSERT INTO quality_dataset_items
       (dataset_id, request_id, from_version, position, workspace_id, environment_id, admitted_at, kind, segment,
        content_hash, has_answer, annotations)
     SELECT $1, "requestId", $2, position, $3, "environmentId", "admittedAt", kind, segment, "contentHash", "hasAnswer",
       annotations
     FROM jsonb_to_recordset($4::jsonb) AS member ("requestId" text, position integer, "environmentId" text,
       "admittedAt" timestamptz, kind text, segment text, "contentHash" text, "hasAnswer" boolean, annotations jsonb)`,
    [datasetId, version, workspaceId, JSON.stringify(rows)],
  );
}

/** The digest of the members of a version: their ids, origins, segments, texts and annotations, in their order. */
export function membersDigest(members: readonly DatasetMember[]): string {
  return sha256Digest(
    members.map(({ requestId, kind, segment, contentHash, annotations }) => [
      requestId,
      kind,
      segment,
      contentHash,
      annotations,
    ]),
  );
}
