import { openStoredImport } from '../../journal/files/kept-imports.ts';
import type { SourceIdentity } from '../../store/ingest/ingest-source-store.ts';
import { loadPlannedBatches } from './load-planned-batches.ts';
import type { IndexerPorts } from './indexer-ports.ts';

/**
 * The interval of lease renewals while a file is unpacked and read before its first batch, much shorter than a lease.
 */
const RENEW_MS = 5_000;

/**
 * Loads the planned batches of an imported file that are not loaded; the importer continues with the rest of the file.
 *
 * @param importsFolder the folder with the copies of imported files
 * @returns the number of lines that were loaded; 0 if another process holds the file
 * @throws DefectError if neither the file nor a copy of it exists
 */
export async function finishFile(
  ports: IndexerPorts,
  { id, location }: SourceIdentity,
  { holder, importsFolder, signal }: { holder: string; importsFolder: string; signal: AbortSignal },
): Promise<number> {
  const lease = await ports.sources.lease({ id, kind: 'file', location }, holder);
  if (lease === undefined) return 0;
  // A lost lease is detected before anything is inserted.
  const renewal = setInterval(() => void ports.sources.renew(id, holder).catch(() => undefined), RENEW_MS);
  try {
    const file = await openStoredImport(id, location, importsFolder);
    try {
      let lines = 0;
      while (!signal.aborted) {
        const step = await loadPlannedBatches(ports, file, holder);
        if (step === undefined) break;
        lines += step.lines;
      }
      return lines;
    } finally {
      await file.close();
    }
  } finally {
    clearInterval(renewal);
    await ports.sources.release(id, holder);
  }
}
