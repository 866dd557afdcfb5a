import { mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { listSegments } from './journal-folder.ts';

/** Up to where each of these sources is planned; one that is not known is absent. */
export type PlannedOffsets = (sourceIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>;

/** Bytes of a journal that are in no batch yet; a line that is still being written is among them. */
export async function unreadBytes(folder: string, plannedOffsets: PlannedOffsets): Promise<number> {
  const segments = await Promise.all(
    (await listSegments(folder)).map(async (name) => ({
      id: `journal:${name}`,
      size: (await stat(join(folder, name))).size,
    })),
  );
  const offsets = await plannedOffsets(segments.map(({ id }) => id));
  return segments.reduce((sum, { id, size }) => sum + Math.max(0, size - Number(offsets.get(id) ?? 0n)), 0);
}

/** Bytes that are left where a journal is written. */
export async function freeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
