import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CallCounter } from '../groups/call-counter.ts';
import { addRecords } from '../groups/group-store.ts';
import type { SkippedLines, SkipReason } from '../skipped-lines.ts';
import type { PartEdges } from '../scan/part-scanner.ts';
import type { CountOrder, PartAnswer, PartOrder, PlannedPart } from './part-message.ts';

/** The file of the thread in the built package, in the folder of the entry. */
const THREAD = 'part-thread.mjs';
const MAX_OLD_SPACE_MB = 96;

/** The path of the thread's program; undefined outside of the built package. */
export function threadProgram(): string | undefined {
  return ['.', '..'].map((folder) => join(import.meta.dirname, folder, THREAD)).find((path) => existsSync(path));
}

/**
 * Counts the calls of parts in threads.
 *
 * @returns what the parts leave to each other, by their place; undefined if a part cannot be counted without the parts
 *   before it, and the counter is then incomplete
 */
export async function countInThreads(
  parts: readonly PlannedPart[],
  {
    program,
    threads,
    order,
  }: { readonly program: string; readonly threads: number; readonly order: Omit<CountOrder, 'name'> },
  {
    counter,
    skipped,
    onBytes,
  }: { readonly counter: CallCounter; readonly skipped: SkippedLines; readonly onBytes: (bytes: number) => void },
): Promise<ReadonlyMap<number, PartEdges> | undefined> {
  const edges = new Map<number, PartEdges>();
  let next = 0;
  const ends = { isOverfull: false };
  const workers: Worker[] = [];
  const run = (name: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(program, {
        workerData: { ...order, name } satisfies CountOrder,
        resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_SPACE_MB },
      });
      workers.push(worker);
      const give = (): void => {
        worker.postMessage(parts[next] satisfies PartOrder);
        next += 1;
      };
      worker.on('message', (answer: PartAnswer) => {
        if (answer.kind === 'read') onBytes(answer.bytes);
        else if (answer.kind === 'part') {
          edges.set(answer.index, answer.edges);
          give();
        } else if (answer.kind === 'overfull') {
          ends.isOverfull = true;
          for (const each of workers) void each.terminate();
        } else take(answer, counter, skipped);
      });
      worker.once('error', reject);
      worker.once('exit', () => resolve());
      give();
    });
  await Promise.all(Array.from({ length: threads }, (_, index) => run(`thread${index}`)));
  return ends.isOverfull ? undefined : edges;
}

function take(
  { groups, hours, skipped: counts }: Extract<PartAnswer, { kind: 'end' }>,
  { tables, activity }: CallCounter,
  skipped: SkippedLines,
): void {
  for (const [key, records] of groups) {
    const table = tables.get(key);
    if (table !== undefined) addRecords(table, records);
  }
  activity.merge(hours);
  for (const [reason, count] of Object.entries(counts)) skipped.add(reason as SkipReason, count);
}
