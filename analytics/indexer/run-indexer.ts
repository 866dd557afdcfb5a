import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog, GrowingSource } from '../../journal/source/event-source.ts';
import { advanceSource } from './advance-source.ts';
import type { IndexerPorts } from './indexer-ports.ts';
import type { SourceStep } from './loading/source-step.ts';
import { finishFile } from './finish-file.ts';
import { IndexProgress } from './index-progress.ts';

export interface IndexerLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface IndexerOptions extends IndexerPorts {
  readonly log: IndexerLog;
  /** The logs, in the order in which they are read. A faulty source blocks only later sources of the same writer. */
  readonly eventLogs: readonly EventLog[];
  /** The absolute path of the folder with the copies of imported files. */
  readonly importsFolder: string;
  /** The holder of the leases, unique per process. */
  readonly instanceId: string;
  /** The signal that stops the indexer after the present batch. */
  readonly signal: AbortSignal;
  /** Called after every loaded batch. */
  readonly onStep?: (step: SourceStep) => void;
  /**
   * Called after every round, with or without new lines: the heartbeat of the indexer. All traffic that arrived by
   * `completeThrough` is read and loaded; undefined while that is unknown.
   */
  readonly onRound?: (completeThrough: Date | undefined) => Promise<void>;
  /** Called after every failure of a source with its id, or of a log with its name. */
  readonly onFault?: (source: string, error: unknown) => Promise<void>;
}

/** The polling interval for new lines, in milliseconds. */
const POLL_MS = 500;
/**
 * Milliseconds in which the events of a source gather before its next batch. A batch takes a fifth of a second of
 * processor time for any number of events, because every rollup gets a new part. Events after a quiet time are loaded
 * immediately.
 */
const GATHER_MS = 2_000;
/** Milliseconds before a failed source is retried, so that an unavailable store is not queried in a tight loop. */
const REST_MS = 2_000;

/**
 * Loads the journal into the facts until `signal` is aborted. It also finishes planned batches of imported files: those
 * that an import left behind, and those that are loaded again. A failed source is logged and retried in the next round;
 * it blocks no other source. Never rejects.
 */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const progress = new IndexProgress(options.eventLogs.map(({ name }) => name));
  const memory: Memory = { drained: new Map(), gathersUntil: new Map(), restsUntil: new Map(), progress };
  while (!options.signal.aborted) {
    const more = await round(options, memory);
    if (!more) await sleep(POLL_MS, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

/** The state that one round passes to the next. */
interface Memory {
  /**
   * The end of each source when it was last read to its end. A source that has not grown since needs no query of the
   * database.
   */
  readonly drained: Map<string, bigint>;
  /** The time until which the events of a source gather, in milliseconds of `performance.now()`. */
  readonly gathersUntil: Map<string, number>;
  /** The time until which a failed source or log is not retried. */
  readonly restsUntil: Map<string, number>;
  readonly progress: IndexProgress;
}

/**
 * The progress of a source in a round: read to its present end, with more lines to read, or waiting for its time or for
 * another worker.
 */
type Reached = 'end' | 'more' | 'waits';

/** Runs work by name; undefined if the work failed, or is suspended after a failure. */
type Attempt = <Result>(name: string, work: () => Promise<Result>) => Promise<Result | undefined>;

/**
 * Loads one batch of every writer, so that a writer with a long backlog, or one that writes without a pause, blocks no
 * other. True if any source has more lines.
 */
async function round(options: IndexerOptions, memory: Memory): Promise<boolean> {
  let more = false;
  const at = options.clock.now().getTime();
  const attempt: Attempt = async (name, work) => {
    if (options.signal.aborted || performance.now() < (memory.restsUntil.get(name) ?? 0)) return undefined;
    memory.restsUntil.delete(name);
    try {
      return await work();
    } catch (error) {
      memory.restsUntil.set(name, performance.now() + REST_MS);
      options.log.error({ err: error, source: name }, 'a source of events could not be indexed');
      await options.onFault?.(name, error).catch(() => undefined);
      return undefined;
    }
  };
  await attempt('what is not loaded', () => takeUpUnfinished(options, memory, attempt));
  for (const log of options.eventLogs) {
    await attempt(log.name, async () => {
      // A price may be settled at the end of one source and change at the start of the next.
      const unfinished = new Set<string>();
      const sources = await log.sources();
      memory.progress.list(
        log.name,
        sources.map(({ id }) => id),
        at,
      );
      for (const source of sources) {
        if (source.writer !== undefined && unfinished.has(source.writer)) continue;
        const reached = await attempt(source.id, () => advanceOnce(options, source, { ...memory, log: log.name, at }));
        if (reached === 'more') more = true;
        if (reached !== 'end' && source.writer !== undefined) unfinished.add(source.writer);
      }
    });
  }
  const { completeThrough } = memory.progress;
  await attempt('heartbeat', async () =>
    options.onRound?.(completeThrough === undefined ? undefined : new Date(completeThrough)),
  );
  return more;
}

/** Loads the next batch of a source, if there is one. */
async function advanceOnce(
  options: IndexerOptions,
  source: GrowingSource,
  { drained, gathersUntil, progress, log, at }: Memory & { readonly log: string; readonly at: number },
): Promise<Reached> {
  const end = await source.end();
  progress.see(log, source.id, { end, at });
  if (drained.get(source.id) === end) {
    progress.reach(log, source.id, end);
    return 'end';
  }
  if (performance.now() < (gathersUntil.get(source.id) ?? 0)) return 'waits';
  const lease = await options.sources.lease(source, options.instanceId);
  if (lease === undefined) return 'waits';
  try {
    await source.requireRead?.(lease.nextOffset, lease.readMark);
    const step = await advanceSource(options, source, options.instanceId, lease.nextOffset);
    progress.reach(log, source.id, step?.nextOffset ?? end);
    if (step !== undefined) {
      const { lines, repeated, quarantined, nextOffset } = step;
      options.onStep?.(step);
      options.log.info({ source: source.id, lines, repeated, quarantined }, 'a batch of events was loaded');
      if (nextOffset < end) return 'more';
      gathersUntil.set(source.id, performance.now() + GATHER_MS);
    }
    drained.set(source.id, end);
    return 'end';
  } finally {
    await options.sources.release(source.id, options.instanceId);
  }
}

/**
 * Loads unfinished batches again, even if their source has not grown since. Files are loaded here, because no log lists
 * them.
 */
async function takeUpUnfinished(options: IndexerOptions, { drained }: Memory, attempt: Attempt): Promise<void> {
  const { instanceId: holder, importsFolder, signal } = options;
  for (const source of await options.sources.unfinished()) {
    if (source.kind !== 'file') {
      drained.delete(source.id);
      continue;
    }
    await attempt(source.id, async () => {
      const lines = await finishFile(options, source, { holder, importsFolder, signal });
      if (lines > 0) options.log.info({ source: source.id, lines }, 'planned batches of an imported file were loaded');
    });
  }
}
