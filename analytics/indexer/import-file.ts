import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceTotals } from '../../store/ingest/planning/batch-plan.ts';
import type { LeasedSource } from '../../store/ingest/ingest-source-store.ts';
import { findKnownBeginning } from '../../journal/files/find-known-beginning.ts';
import { openImportedFile, type ImportedFile } from '../../journal/files/imported-file.ts';
import { advanceToEnd } from './advance-source.ts';
import { loadPlannedBatches } from './load-planned-batches.ts';
import type { IndexerPorts } from './indexer-ports.ts';

export interface FileImport {
  /** The absolute path of the file. */
  readonly path: string;
  /**
   * Called with the sha256 of the content, to store a copy from which the facts can be loaded again. It runs in
   * parallel with the loading, and settles before the import ends, also after an error. Until then the facts can be
   * loaded again from `path`.
   */
  readonly keep?: (sha256: string) => Promise<void>;
  /** The holder of the lease, unique per process. */
  readonly holder: string;
  /** Called after every batch with the number of lines that this call loaded so far, and the elapsed milliseconds. */
  readonly onProgress: (lines: number, elapsedMs: number) => void;
  /** Called once, if another process is importing the same content. */
  readonly onWaiting: () => void;
}

export interface ImportOutcome {
  /** False if the same content was imported before, so that nothing changed. */
  readonly changed: boolean;
  /** The number of lines that this call loaded. */
  readonly lines: number;
  /** The number of leading lines that an earlier, shorter state of the same log had. */
  readonly known: bigint;
  /** The totals of the remaining lines, imported by this call or earlier ones. */
  readonly totals: SourceTotals;
}

const LEASE_POLL_MS = 500;

/**
 * Loads a complete file of the traffic format exactly once, even if calls are repeated or interrupted. If a log has
 * grown since its last import, only the new part is loaded.
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

/** The results of both promises, after both have settled. */
async function both<First, Second>(
  first: Promise<First>,
  second: Promise<Second> | undefined,
): Promise<[First, Second | undefined]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}

/**
 * Loads the planned batches of earlier states of the same log that are not loaded, because there may be no copy of
 * those states.
 */
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
        const step = await loadPlannedBatches(ports, beginning, request.holder);
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
