import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceTotals } from '../../store/ingest/planning/batch-plan.ts';
import type { LeasedSource } from '../../store/ingest/ingest-source-store.ts';
import { findKnownBeginning } from '../../journal/files/find-known-beginning.ts';
import { openImportedFile, type ImportedFile } from '../../journal/files/imported-file.ts';
import { advanceToEnd } from './advance-source.ts';
import { repeatPlanned } from './repeat-planned.ts';
import type { IndexerPorts } from './indexer-ports.ts';

export interface FileImport {
  /** Absolute. */
  readonly path: string;
  /**
   * Called with the sha256 to store a copy from which the facts can be loaded again. It runs in parallel with the
   * loading, and has settled before the import is finished or given up; until then the facts can be loaded again from
   * `path`.
   */
  readonly keep?: (sha256: string) => Promise<void>;
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
  /** Leading lines that came in with an earlier, shorter state of the same log. */
  readonly known: bigint;
  /** The further lines of the content, imported by this call or before. */
  readonly totals: SourceTotals;
}

const LEASE_POLL_MS = 500;

/**
 * Loads a complete file of the traffic format exactly once, also after repeated and interrupted calls. If a log has
 * grown since it was imported, only the new part is loaded.
 */
export async function importFile(ports: IndexerPorts, request: FileImport): Promise<ImportOutcome> {
  const content = await findKnownBeginning(request.path, (bytes) => ports.sources.filesUpTo(bytes));
  const file = await openImportedFile(request.path, content.sha256);
  try {
    const again = await fillBeginnings(ports, request, file, content.holds);
    await ports.sources.register(file, content);
    return await whileLeased(ports, request, file, async (lease) => {
      const [lines] = await both(loadAll(ports, request, file, lease), request.keep?.(content.sha256));
      await ports.sources.finish(file.id, request.holder);
      const changed = !lease.finished || again + lines > 0;
      return { changed, lines: again + lines, known: content.firstOffset, totals: await ports.batches.totals(file.id) };
    });
  } finally {
    await file.close();
  }
}

/** The results of both, once neither is under way any more. */
async function both<First, Second>(
  first: Promise<First>,
  second: Promise<Second> | undefined,
): Promise<[First, Second | undefined]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}

/** Loads what earlier states of the same log have planned and is not loaded, for no copy of them may have been kept. */
async function fillBeginnings(
  ports: IndexerPorts,
  request: FileImport,
  file: ImportedFile,
  holds: readonly string[],
): Promise<number> {
  let lines = 0;
  for (const id of holds) {
    if (id === file.id || (await ports.batches.planned(id)).length === 0) continue;
    const beginning = { ...file, id };
    lines += await whileLeased(ports, request, beginning, async () => {
      let repeated = 0;
      for (;;) {
        const step = await repeatPlanned(ports, beginning, request.holder);
        if (step === undefined) return repeated;
        repeated += step.lines;
      }
    });
  }
  return lines;
}

async function whileLeased<Result>(
  ports: IndexerPorts,
  request: FileImport,
  file: ImportedFile,
  work: (lease: LeasedSource) => Promise<Result>,
): Promise<Result> {
  const lease = await waitForLease(ports, request, file);
  try {
    return await work(lease);
  } finally {
    await ports.sources.release(file.id, request.holder);
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
  let lines = 0;
  const started = performance.now();
  for await (const step of advanceToEnd(ports, file, request.holder, lease.nextOffset)) {
    lines += step.lines;
    request.onProgress(lines, performance.now() - started);
  }
  return lines;
}
