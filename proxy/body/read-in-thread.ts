// The thread that reads large bodies, one after another.
import { parentPort } from 'node:worker_threads';
import { readCall } from '../request/read-call.ts';
import type { BodyReadOrder } from './large-body-reader.ts';

parentPort?.on('message', ({ pieces, as }: BodyReadOrder) => {
  parentPort?.postMessage(readCall(Buffer.concat(pieces), as));
});
