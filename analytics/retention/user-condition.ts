import { createHash, randomBytes } from 'node:crypto';

/** A user in the facts of a workspace before a midnight UTC. */
export interface UserInFacts {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly user: string;
  readonly before: Date;
}

const SALT_BYTES = 16;

/** The SQL condition of the rows with this user in a column. Its parameters are those of `userParameters`. */
export function userCondition(column: '`user`' | 'value', timeBase: string): string {
  return `organization_id = {organization:String} AND workspace_id = {workspace:String}
          AND ${timeBase} < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
          AND ${column} != '' AND hex(SHA256(concat({salt:String}, ${column}))) = {digest:String}`;
}

/**
 * The parameters of these conditions. They state the user as a salted digest: ClickHouse writes the parameters of a
 * mutation into the text that it stores and lists in `system.mutations`.
 */
export function userParameters({ organizationId, workspaceId, user, before }: UserInFacts): Record<string, unknown> {
  const salt = randomBytes(SALT_BYTES).toString('hex');
  return {
    organization: organizationId,
    workspace: workspaceId,
    before: before.getTime(),
    salt,
    digest: createHash('sha256')
      .update(salt + user)
      .digest('hex')
      .toUpperCase(),
  };
}
