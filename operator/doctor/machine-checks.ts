import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { listUnreadFiles } from '../../journal/files/journal-folder.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { diskVerdict } from './findings/disk-space.ts';
import { faultVerdict, okVerdict, warningVerdict, type Check, type CheckVerdict } from './findings/finding.ts';
import { versionVerdict } from './findings/version-verdict.ts';
import { unreadVerdict } from './work-verdicts.ts';

/** The checks of this machine that need no engine. */
export function machineChecks({ dataFolder, journalFolder, journalStream }: Configuration): Check[] {
  const folder: Check = { part: 'machine', check: 'journal', look: () => folderVerdict(journalFolder) };
  return [
    { part: 'machine', check: 'Node', look: () => versionVerdict('Node', process.versions.node) },
    { part: 'machine', check: 'disk of the data folder', look: () => diskOf(dataFolder) },
    { part: 'machine', check: 'disk of the journal', look: () => diskOf(journalFolder) },
    // With a stream, the folder has only copies of imports, and possibly events from before the stream.
    ...(journalStream === undefined ? [folder] : []),
    {
      part: 'machine',
      check: 'files of the journal',
      look: async () => unreadVerdict(await listUnreadFiles(journalFolder)),
    },
  ];
}

/** The verdict on the disk of a folder, or of its nearest existing parent, in which the folder will be created. */
async function diskOf(folder: string): Promise<CheckVerdict> {
  let place = folder;
  while (!existsSync(place)) place = dirname(place);
  const { bavail, blocks, bsize } = await statfs(place);
  return diskVerdict({ free: bavail * bsize, total: blocks * bsize }, place);
}

/** The verdict on the rights to a folder. It queries the system and writes nothing. */
function folderVerdict(folder: string): CheckVerdict {
  if (!existsSync(folder)) {
    return warningVerdict(
      `The folder ${folder} does not exist.`,
      'Create the folder if a gateway writes a journal on this machine.',
    );
  }
  if (!statSync(folder).isDirectory()) {
    return faultVerdict(`${folder} is not a folder.`, 'Name a folder with TRUETALLY_JOURNAL, or move this file away.');
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return okVerdict(`This account can read and write ${folder}.`);
  } catch {
    return faultVerdict(
      `This account cannot read and write ${folder}.`,
      `Give the account of the worker the right to read and write ${folder}, or name another folder with TRUETALLY_JOURNAL.`,
    );
  }
}
