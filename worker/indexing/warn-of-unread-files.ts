import { listUnreadFiles } from '../../journal/files/journal-folder.ts';
import type { WorkerLog } from '../telemetry/worker-log.ts';

/** Returns a check that logs one warning for each file in a folder of the journal that no process reads. */
export function warnOfUnreadFiles(folder: string, log: Pick<WorkerLog, 'warn'>): () => Promise<void> {
  const warned = new Set<string>();
  return async () => {
    for (const name of await listUnreadFiles(folder)) {
      if (warned.has(name)) continue;
      warned.add(name);
      log.warn({ file: name }, 'a file in the journal folder is not read, because its name is not that of a segment');
    }
  };
}
