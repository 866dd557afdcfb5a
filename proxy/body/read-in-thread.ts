// The thread that reads large bodies, one after the other.
import { parentPort } from 'node:worker_threads';
import { readCall } from '../request/read-call.ts';
import type { ReadOrder } from './large-bodies.ts';

parentPort?.on('message', ({ pieces, as }: ReadOrder) => {
  parentPort?.postMessage(readCall(Buffer.concat(pieces), as));
});
