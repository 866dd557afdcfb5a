import { setTimeout as sleep } from 'node:timers/promises';
import { DefectError } from '../../domain/errors.ts';
import type { EventLog, GrowingSource } from '../journal/event-source.ts';
import { importedFileId, openImportedFile, sha256OfFile } from '../journal/imported-file.ts';
import { advanceSource, type IndexerPorts } from './advance-source.ts';

export interface IndexerLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface IndexerOptions extends IndexerPorts {
  readonly log: IndexerLog;
  readonly eventLog: EventLog;
  /** Unique per process: who holds the leases. */
  readonly instanceId: string;
  /** Aborted to stop after the batch in hand. */
  readonly signal: AbortSignal;
  /** Called after every round, whether or not there was anything: the indexer is alive. */
  readonly onRound?: () => Promise<void>;
}

/** How soon new lines are noticed. */
const POLL_MS = 500;
/** After a round in which some source failed, so that a store that is down is not asked in a tight loop. */
const FAILED_POLL_MS = 2_000;

/**
 * Carries the journal into the facts until `signal` is aborted, and finishes batches that an import left behind. A
 * source that fails is logged and tried again in the next round; it holds up no other. Never rejects.
 */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const drained: DrainedSources = new Map();
  while (!options.signal.aborted) {
    const pauseMs = await round(options, drained);
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

/** Where each source ended when it was last emptied; one that has not grown since needs no look into the database. */
type DrainedSources = Map<string, bigint>;

/**
 * One batch of every source, so that one with a long backlog, or one that is written to without a pause, holds up no other.
 * Resolves to the milliseconds until the next round: none while some source holds more.
 */
async function round(options: IndexerOptions, drained: DrainedSources): Promise<number> {
  const seen = { failure: false, more: false };
  const attempt = async (sourceId: string, work: () => Promise<void>): Promise<void> => {
    if (options.signal.aborted) return;
    try {
      await work();
    } catch (error) {
      seen.failure = true;
      options.log.error({ err: error, source: sourceId }, 'a source of events could not be indexed');
    }
  };
  await attempt('interrupted imports', () => finishInterruptedFiles(options, attempt));
  await attempt('journal', async () => {
    for (const source of await options.eventLog.sources()) {
      await attempt(source.id, async () => {
        if (await advanceOnce(options, source, drained)) seen.more = true;
      });
    }
  });
  await attempt('heartbeat', async () => options.onRound?.());
  if (seen.failure) return FAILED_POLL_MS;
  return seen.more ? 0 : POLL_MS;
}

/** Loads the next batch of a source. True when it holds more than that by now. */
async function advanceOnce(options: IndexerOptions, source: GrowingSource, drained: DrainedSources): Promise<boolean> {
  const end = await source.end();
  if (drained.get(source.id) === end) return false;
  const lease = await options.sources.lease(source, options.instanceId);
  if (lease === undefined) return false;
  try {
    const step = await advanceSource(options, source, options.instanceId, lease.nextOffset);
    if (step === undefined) {
      drained.set(source.id, end);
      return false;
    }
    const { lines, quarantined, nextOffset } = step;
    options.log.info({ source: source.id, lines, quarantined }, 'a batch of events was loaded');
    return nextOffset < end;
  } finally {
    await options.sources.release(source.id, options.instanceId);
  }
}

async function finishInterruptedFiles(
  options: IndexerOptions,
  attempt: (sourceId: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const { id, location } of await options.sources.interruptedFiles()) {
    await attempt(id, async () => {
      const sha256 = await sha256OfFile(location);
      if (importedFileId(sha256) !== id)
        throw new DefectError(`${location} was changed while its import was under way.`);
      const lease = await options.sources.lease({ id, kind: 'file', location }, options.instanceId);
      if (lease === undefined) return;
      const file = await openImportedFile(location, sha256);
      try {
        // One step is the planned batch; the rest of the file is the importer's to go on with.
        await advanceSource(options, file, options.instanceId, lease.nextOffset);
        options.log.info({ source: id }, 'a batch that an import left behind was loaded');
      } finally {
        await file.close();
        await options.sources.release(id, options.instanceId);
      }
    });
  }
}
