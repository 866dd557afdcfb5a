import { listUnreadFiles } from '../../journal/files/journal-folder.ts';
import type { WorkerLog } from '../telemetry/worker-log.ts';

/** Says once of each file in a folder of the journal that nobody reads it, whenever the result is called. */
export function warnOfUnreadFiles(folder: string, log: Pick<WorkerLog, 'warn'>): () => Promise<void> {
  const warned = new Set<string>();
  return async () => {
    for (const name of await listUnreadFiles(folder)) {
      if (warned.has(name)) continue;
      warned.add(name);
      log.warn({ file: name }, 'a file in the folder of the journal is not read: it has not the name of a segment');
    }
  };
}
