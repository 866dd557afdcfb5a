import { mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Journal, PlannedOffsets } from '../source/journal.ts';
import { listSegments, openJournalFolder } from './journal-folder.ts';
import { JournalWriter } from './journal-writer.ts';

/** Opens the journal of segments in a folder. All processes that write or read it need access to the folder. */
export function openFileJournal(folder: string): Journal {
  return {
    logs: [openJournalFolder(folder)],
    openWriter: (options) => new JournalWriter({ waitsForDisk: true, ...options, folder }),
    unreadBytes: (plannedOffsets) => unreadBytes(folder, plannedOffsets),
    async backpressure({ maxUnreadBytes, minFreeBytes }, plannedOffsets) {
      if ((await freeBytes(folder)) < minFreeBytes) return 'disk_full';
      return (await unreadBytes(folder, plannedOffsets)) > maxUnreadBytes ? 'indexer_behind' : undefined;
    },
    async faultOf({ id, plannedTo }) {
      const path = join(folder, id.slice('journal:'.length));
      const size = await stat(path).then(
        (found) => BigInt(found.size),
        () => undefined,
      );
      if (size === undefined) return `${path} is not there.`;
      return size < plannedTo ? `${path} has ${size} bytes of the ${plannedTo} that were read of it.` : undefined;
    },
    close: () => Promise.resolve(),
  };
}

async function unreadBytes(folder: string, plannedOffsets: PlannedOffsets): Promise<number> {
  const segments = await Promise.all(
    (await listSegments(folder)).map(async (name) => ({
      id: `journal:${name}`,
      size: (await stat(join(folder, name))).size,
    })),
  );
  const offsets = await plannedOffsets(segments.map(({ id }) => id));
  return segments.reduce((sum, { id, size }) => sum + Math.max(0, size - Number(offsets.get(id) ?? 0n)), 0);
}

/** Free bytes on the disk to which the journal is written. */
async function freeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
