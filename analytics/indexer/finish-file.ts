import { openKeptImport } from '../../journal/files/kept-imports.ts';
import type { SourceIdentity } from '../../store/ingest/ingest-source-store.ts';
import { repeatPlanned } from './repeat-planned.ts';
import type { IndexerPorts } from './indexer-ports.ts';

/** Well within the time of a lease, while a file is unpacked and read through before its first batch. */
const RENEW_MS = 5_000;

/**
 * Loads what of an imported file is planned and not loaded; the rest of it is the importer's to go on with.
 *
 * @param importsFolder where copies of imported files are kept
 * @returns the lines that were loaded; none when another process holds the file
 * @throws DefectError when the file is gone and no copy of it was kept
 */
export async function finishFile(
  ports: IndexerPorts,
  { id, location }: SourceIdentity,
  { holder, importsFolder, signal }: { holder: string; importsFolder: string; signal: AbortSignal },
): Promise<number> {
  const lease = await ports.sources.lease({ id, kind: 'file', location }, holder);
  if (lease === undefined) return 0;
  // A lease that is lost meanwhile shows before anything is inserted.
  const renewal = setInterval(() => void ports.sources.renew(id, holder).catch(() => undefined), RENEW_MS);
  try {
    const file = await openKeptImport(id, location, importsFolder);
    try {
      let lines = 0;
      while (!signal.aborted) {
        const step = await repeatPlanned(ports, file, holder);
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
