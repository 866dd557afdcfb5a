import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceTotals } from '../../store/ingest-batches.ts';
import type { LeasedSource } from '../../store/ingest-sources.ts';
import { importedFileId, openImportedFile, sha256OfFile, type ImportedFile } from '../journal/imported-file.ts';
import { advanceSource, type IndexerPorts } from './advance-source.ts';

export interface FileImport {
  /** Absolute. */
  readonly path: string;
  /** Unique per process: who holds the lease. */
  readonly holder: string;
  /** Called after every batch with the lines loaded so far by this call, and the milliseconds that took. */
  readonly onProgress: (lines: number, elapsedMs: number) => void;
  /** Called once when another process is importing the same content. */
  readonly onWaiting: () => void;
}

export interface ImportOutcome {
  /** False when the same content had been imported before: then nothing was changed. */
  readonly changed: boolean;
  /** Lines that this call loaded. */
  readonly lines: number;
  /** What the content holds, imported by this call or before. */
  readonly totals: SourceTotals;
}

const LEASE_POLL_MS = 500;

/** Loads a complete file of the traffic format exactly once, however often it is called and wherever it was broken off. */
export async function importFile(ports: IndexerPorts, request: FileImport): Promise<ImportOutcome> {
  const sha256 = await sha256OfFile(request.path);
  const file = await openImportedFile(request.path, sha256);
  try {
    const lease = await waitForLease(ports, request, file);
    try {
      const lines = await loadAll(ports, request, file, lease);
      await ports.sources.finish(file.id, request.holder);
      const changed = !lease.finished || lines > 0;
      return { changed, lines, totals: await ports.batches.totals(importedFileId(sha256)) };
    } finally {
      await ports.sources.release(file.id, request.holder);
    }
  } finally {
    await file.close();
  }
}

async function waitForLease(ports: IndexerPorts, request: FileImport, file: ImportedFile): Promise<LeasedSource> {
  let waiting = false;
  for (;;) {
    const lease = await ports.sources.lease(file, request.holder);
    if (lease !== undefined) return lease;
    if (!waiting) request.onWaiting();
    waiting = true;
    await sleep(LEASE_POLL_MS);
  }
}

async function loadAll(
  ports: IndexerPorts,
  request: FileImport,
  file: ImportedFile,
  lease: LeasedSource,
): Promise<number> {
  let { nextOffset } = lease;
  let lines = 0;
  const started = performance.now();
  for (;;) {
    const step = await advanceSource(ports, file, request.holder, nextOffset);
    if (step === undefined) return lines;
    nextOffset = step.nextOffset;
    lines += step.lines;
    request.onProgress(lines, performance.now() - started);
  }
}
