// A thread that counts the calls of parts of a log.
import { parentPort, workerData } from 'node:worker_threads';
import { CallCounter } from '../groups/call-counter.ts';
import { recordsOf, spillLarge } from '../groups/group-store.ts';
import { SkippedLines } from '../skipped-lines.ts';
import { PartScanner } from '../scan/part-scanner.ts';
import { scanPart } from '../scan/scan-part.ts';
import type { CountOrder, PartAnswer, PartOrder } from './part-message.ts';

const order = workerData as CountOrder;
const counter = new CallCounter(order.keys, order.window, order.traceId);
const skipped = new SkippedLines();
/** Standard input is never a part of several. */
const stdin = (async function* (): AsyncGenerator<Uint8Array, void> {})();

const answer = (message: PartAnswer): void => parentPort?.postMessage(message);

async function read(part: PartOrder): Promise<void> {
  if (part === undefined) {
    const groups = [...counter.tables].map(([key, table]) => [key, recordsOf(table)] as const);
    answer({ kind: 'end', groups, hours: counter.activity.hours, skipped: skipped.counts });
    parentPort?.close();
    return;
  }
  const scanner = new PartScanner({ counter, skipped, isPart: true });
  const onBlock = (bytes: number): void => {
    spillLarge(counter, order);
    answer({ kind: 'read', bytes });
  };
  await scanPart(part.part, scanner, skipped, { stdin, onBlock });
  if (scanner.isOverfull) answer({ kind: 'overfull' });
  else answer({ kind: 'part', index: part.index, edges: await scanner.finishPart() });
}

parentPort?.on('message', (part: PartOrder) => void read(part));
