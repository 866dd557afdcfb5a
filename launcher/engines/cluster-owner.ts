import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../runtime/replace-file.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';

/**
 * The identity of a folder in its file system. A rename keeps it, and a copy gets a new one. Device numbers are not
 * part of it, because they can change when a machine restarts.
 */
export interface FolderIdentity {
  readonly path: string;
  readonly inode: number;
  readonly bornAtMs: number;
}

/** The owner of a cluster outside the data folder, stored next to it: the folder that it belongs to. */
export interface ClusterOwner {
  /**
   * The valid ids, one of which is in the owner's folder. Each start replaces the id, so that an older copy of the
   * folder has no valid id.
   */
  readonly ids: readonly string[];
  readonly folder: FolderIdentity;
}

export type ClusterClaim = 'owner' | 'copy' | 'outdated_copy';

/** The record of a cluster in a folder of Postgres. */
interface ClusterRecord {
  readonly id: string | undefined;
  /** True if a cluster existed before: a missing cluster is then a fault. */
  readonly isMade: boolean;
}

const OWNER = 'owner.json';
const RECORD = 'cluster.json';

/**
 * The verdict on a folder that names a cluster. A folder that was moved to another disk looks like a copy, because the
 * original may still exist.
 */
export function checkClaim(
  owner: ClusterOwner,
  claimant: { readonly id: string | undefined; readonly folder: FolderIdentity },
): ClusterClaim {
  if (claimant.id === undefined || !owner.ids.includes(claimant.id)) return 'outdated_copy';
  const { inode, bornAtMs } = claimant.folder;
  return inode === owner.folder.inode && bornAtMs === owner.folder.bornAtMs ? 'owner' : 'copy';
}

/**
 * Makes a folder the owner of the cluster in `home`. A cluster of an earlier release, which has no owner yet, gets this
 * folder as its owner.
 *
 * @throws StartupFault when another folder owns it
 */
export function claimCluster(home: string, folder: string, newId: string): void {
  const ownerFile = join(home, OWNER);
  const record = readRecord(folder);
  const claimant = { id: record.id, folder: identityOf(folder) };
  const owner = read(ownerFile) as ClusterOwner | undefined;
  if (owner !== undefined) {
    const claim = checkClaim(owner, claimant);
    if (claim !== 'owner') throw new StartupFault(refusalOf(claim, { home, folder, owner }));
  }
  const write = (ids: readonly string[]): void =>
    replaceFile(ownerFile, `${JSON.stringify({ ids, folder: claimant.folder })}\n`, 0o600);
  // Both ids are valid until the folder has the new one, so that a crash in between locks nobody out.
  write(claimant.id === undefined ? [newId] : [claimant.id, newId]);
  writeRecord(folder, { ...record, id: newId });
  write([newId]);
}

function refusalOf(
  claim: Exclude<ClusterClaim, 'owner'>,
  { home, folder, owner }: { home: string; folder: string; owner: ClusterOwner },
): string {
  const what = `The Postgres cluster in ${home} belongs to ${owner.folder.path}, and ${folder} is`;
  const why = claim === 'copy' ? 'a copy of it' : 'a copy of it from before its last start';
  return (
    `${what} ${why}. A copy of a data folder does not contain its cluster. Back up the original with ` +
    `\`npm run backup\`, and restore it here with \`npm run restore\`. If this folder was moved here and the original no ` +
    `longer exists, delete ${join(home, OWNER)}.`
  );
}

/** True if a folder had a cluster at its last start. */
export function hasRecordedCluster(folder: string): boolean {
  return readRecord(folder).isMade;
}

/** Records that a folder has a cluster. */
export function recordCluster(folder: string): void {
  const record = readRecord(folder);
  if (!record.isMade) writeRecord(folder, { ...record, isMade: true });
}

function readRecord(folder: string): ClusterRecord {
  return (read(join(folder, RECORD)) as ClusterRecord | undefined) ?? { id: undefined, isMade: false };
}

function writeRecord(folder: string, record: ClusterRecord): void {
  replaceFile(join(folder, RECORD), `${JSON.stringify(record)}\n`, 0o600);
}

function identityOf(folder: string): FolderIdentity {
  const { ino, birthtimeMs } = statSync(folder);
  return { path: realpathSync(folder), inode: ino, bornAtMs: birthtimeMs };
}

function read(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new StartupFault(`The file ${file} is not valid JSON. Delete it. The next start writes it again.`);
  }
}
