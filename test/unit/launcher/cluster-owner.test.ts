import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  claimCluster,
  hasRecordedCluster,
  checkClaim,
  recordCluster,
  type ClusterOwner,
} from '../../../launcher/engines/cluster-owner.ts';

const FOLDER = { path: '/a', inode: 7, bornAtMs: 100.5 };
const OWNER: ClusterOwner = { ids: ['new'], folder: FOLDER };
const OTHER = { path: '/b', inode: 8, bornAtMs: 200.25 };

describe('the claim of a folder on a cluster', () => {
  it.each([
    ['of its owner', { id: 'new', folder: FOLDER }, 'owner'],
    ['of its owner under another path', { id: 'new', folder: { ...FOLDER, path: '/z' } }, 'owner'],
    ['of a copy', { id: 'new', folder: OTHER }, 'copy'],
    ['of a copy in its place', { id: 'new', folder: { ...OTHER, path: '/a' } }, 'copy'],
    ['of a copy with an inode of the same number', { id: 'new', folder: { ...OTHER, inode: 7 } }, 'copy'],
    ['of a copy from before the last start', { id: 'old', folder: OTHER }, 'outdated_copy'],
    ['of its owner with the content of such a copy', { id: 'old', folder: FOLDER }, 'outdated_copy'],
    ['of a folder that never had one', { id: undefined, folder: OTHER }, 'outdated_copy'],
  ] as const)('%s', (_, claimant, claim) => {
    expect(checkClaim(OWNER, claimant)).toBe(claim);
  });

  it('is valid with either id during the change of a start', () => {
    const changing = { ...OWNER, ids: ['new', 'newer'] };
    const claims = ['old', 'new', 'newer'].map((id) => checkClaim(changing, { id, folder: FOLDER }));
    expect(claims).toEqual(['outdated_copy', 'owner', 'owner']);
  });
});

describe('a cluster outside the data folder', () => {
  let root: string;
  let home: string;
  let folder: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'truetally-owner-'));
    [home, folder] = [join(root, 'home'), join(root, 'postgres')];
    for (const path of [home, folder]) mkdirSync(path);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('follows its folder after a rename, and not after a copy', () => {
    claimCluster(home, folder, 'first');
    const renamed = join(root, 'renamed');
    renameSync(folder, renamed);
    claimCluster(home, renamed, 'second');
    const copy = join(root, 'copy');
    cpSync(renamed, copy, { recursive: true });
    expect(() => claimCluster(home, copy, 'third')).toThrow(
      `The Postgres cluster in ${home} belongs to ${renamed}, and ${copy} is a copy of it. A copy of a data folder does ` +
        'not contain its cluster. Back up the original with `npm run backup`, and restore it here with ' +
        '`npm run restore`. If this folder was moved here and the original no longer exists, delete ' +
        `${home}/owner.json.`,
    );
    claimCluster(home, renamed, 'fourth');
    rmSync(renamed, { recursive: true });
    expect(() => claimCluster(home, copy, 'fifth')).toThrow('is a copy of it from before its last start');
    rmSync(join(home, 'owner.json'));
    claimCluster(home, copy, 'sixth');
    expect(JSON.parse(readFileSync(join(copy, 'cluster.json'), 'utf8'))).toEqual({ id: 'sixth', isMade: false });
  });

  it('is recorded after its creation, with its current id', () => {
    claimCluster(home, folder, 'first');
    expect(hasRecordedCluster(folder)).toBe(false);
    recordCluster(folder);
    claimCluster(home, folder, 'second');
    expect(hasRecordedCluster(folder)).toBe(true);
  });

  it('names the damaged file', () => {
    writeFileSync(join(folder, 'cluster.json'), '{');
    expect(() => hasRecordedCluster(folder)).toThrow(
      `The file ${folder}/cluster.json is not valid JSON. Delete it. The next start writes it again.`,
    );
  });
});
