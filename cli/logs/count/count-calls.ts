import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallWindow } from '../call-window.ts';
import type { LogFile } from '../find-log-files.ts';
import { CallCounter } from '../groups/call-counter.ts';
import type { GroupKey } from '../groups/group-keys.ts';
import { spillLarge } from '../groups/group-store.ts';
import { addIndexedPart, type IndexedPart } from '../index/indexed-part.ts';
import { SkippedLines } from '../skipped-lines.ts';
import { OpenRequests } from '../scan/open-requests.ts';
import { PartScanner, type PartEdges } from '../scan/part-scanner.ts';
import { planParts, type LogPart } from '../scan/plan-parts.ts';
import { scanPart } from '../scan/scan-part.ts';
import type { PlannedPart } from './part-message.ts';
import { countInThreads, threadProgram } from './count-in-threads.ts';

/** Starting a thread takes as long as reading some ten megabytes. */
const MIN_BYTES_OF_THREADS = 67_108_864;
const MAX_THREADS = 4;

/** The calls to count. */
export interface CountQuestion {
  readonly files: readonly LogFile[];
  readonly keys: readonly GroupKey[];
  readonly window: CallWindow;
  readonly traceId?: string | undefined;
  /** The counts of a part in the index; undefined if it has none. */
  readonly findIndexed?: ((part: LogPart) => IndexedPart | undefined) | undefined;
}

interface CountParts {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Receives the bytes that were read so far, and all bytes to read; infinity if that is unknown. */
  readonly onProgress: (bytes: number, of: number) => void;
}

/** Counted calls. */
export interface CountedCalls {
  readonly counter: CallCounter;
  readonly skipped: SkippedLines;
  /** The folder with groups that did not fit into the memory. */
  readonly folder: string;
}

/**
 * Counts the calls of a log in groups, and passes them to `use`. Memory is bounded: groups that do not fit are in a
 * folder, which is deleted afterwards.
 */
export async function countCalls<Answer>(
  question: CountQuestion,
  parts: CountParts,
  use: (counted: CountedCalls) => Answer,
): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'tt-groups-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // Ctrl-C ends the process without returning here.
  process.once('exit', remove);
  try {
    const { files, window } = question;
    const planned = await planParts(files, window);
    const counted =
      (await countInParts(question, planned, folder, parts)) ?? (await countInOrder(question, planned, folder, parts));
    return use({ ...counted, folder });
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

type Counted = Omit<CountedCalls, 'folder'>;

/**
 * Counts the parts of a log separately: by the index where it has them, in threads if there are many bytes. Undefined
 * if neither applies, or if the log has to be read in its order.
 */
async function countInParts(
  { keys, window, traceId, findIndexed }: CountQuestion,
  planned: readonly LogPart[],
  folder: string,
  parts: CountParts,
): Promise<Counted | undefined> {
  if (planned.some(({ file }) => file.size === undefined)) return undefined;
  const counter = new CallCounter(keys, window, traceId);
  const skipped = new SkippedLines();
  const edges = new Map<number, PartEdges>();
  const rest: PlannedPart[] = [];
  for (const [index, part] of planned.entries()) {
    const indexed = findIndexed?.(part);
    if (indexed === undefined) rest.push({ index, part });
    else {
      addIndexedPart(indexed, counter, skipped);
      edges.set(index, indexed.edges);
    }
  }
  const total = bytesOf(rest.map(({ part }) => part));
  const program = total < MIN_BYTES_OF_THREADS ? undefined : threadProgram();
  const threads = Math.min(availableParallelism(), MAX_THREADS, rest.length);
  if (program === undefined && edges.size === 0) return undefined;
  let read = 0;
  const onBytes = (bytes: number): void => {
    read += bytes;
    parts.onProgress(read, total);
  };
  const counted = { counter, skipped, onBytes };
  const order = { keys, window, traceId, folder };
  const found =
    program === undefined || threads < 2
      ? await countHere(rest, counted, { folder, stdin: parts.stdin })
      : await countInThreads(rest, { program, threads, order }, counted);
  if (found === undefined) {
    for (const file of readdirSync(folder)) rmSync(join(folder, file));
    return undefined;
  }
  for (const [index, edge] of found) edges.set(index, edge);
  await joinEdges(
    planned.map((_part, index) => edges.get(index) ?? NO_EDGES),
    counter,
    skipped,
  );
  return { counter, skipped };
}

const NO_EDGES: PartEdges = { loose: [], unopened: [] };

/** Counts parts in this thread. Undefined if a part cannot be counted without the parts before it. */
async function countHere(
  parts: readonly PlannedPart[],
  { counter, skipped, onBytes }: Counted & { readonly onBytes: (bytes: number) => void },
  { folder, stdin }: { readonly folder: string; readonly stdin: AsyncIterable<Uint8Array> },
): Promise<ReadonlyMap<number, PartEdges> | undefined> {
  const edges = new Map<number, PartEdges>();
  for (const { index, part } of parts) {
    const scanner = new PartScanner({ counter, skipped, isPart: true });
    const onBlock = (bytes: number): void => {
      onBytes(bytes);
      spillLarge(counter, { folder, name: 'main' });
    };
    await scanPart(part, scanner, skipped, { stdin, onBlock });
    if (scanner.isOverfull) return undefined;
    edges.set(index, await scanner.finishPart());
  }
  return edges;
}

/** Counts the calls that begin in one part and end in another. */
export async function joinEdges(
  edges: readonly PartEdges[],
  counter: CallCounter,
  skipped: SkippedLines,
): Promise<void> {
  if (!edges.some(({ loose }) => loose.length > 0)) return;
  const { CarefulLines } = await import('../scan/careful-lines.ts');
  const parts = { counter, skipped, open: new OpenRequests(), isPart: false, onEnding: () => undefined };
  const lines = new CarefulLines(parts);
  for (const { loose, unopened } of edges) {
    for (const key of unopened) lines.close(key);
    for (const { event, offset } of loose)
      if (lines.add(event, offset, Buffer.alloc(0)) === 'late_event') skipped.add('late_event');
  }
  lines.countRest();
}

async function countInOrder(
  { keys, window, traceId }: CountQuestion,
  planned: readonly LogPart[],
  folder: string,
  { stdin, onProgress }: CountParts,
): Promise<Counted> {
  const counter = new CallCounter(keys, window, traceId);
  const skipped = new SkippedLines();
  const scanner = new PartScanner({ counter, skipped, isPart: false });
  const total = bytesOf(planned);
  let read = 0;
  for (const part of planned) {
    const onBlock = (bytes: number): void => {
      read += bytes;
      onProgress(read, total);
      spillLarge(counter, { folder, name: 'main' });
    };
    await scanPart(part, scanner, skipped, { stdin, onBlock });
  }
  await scanner.finishWhole();
  return { counter, skipped };
}

function bytesOf(parts: readonly LogPart[]): number {
  return parts.reduce((sum, { from, to, file }) => sum + Math.min(to, file.size ?? Number.POSITIVE_INFINITY) - from, 0);
}
