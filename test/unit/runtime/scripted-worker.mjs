// A worker that answers its messages. On request, it ends, throws or does not answer.
import process from 'node:process';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', (said) => {
  if (said === 'end') process.exit(1);
  if (said === 'throw') throw new Error('It throws.');
  if (said === 'fill the heap') for (const kept = []; ;) kept.push(new Array(100_000).fill(said));
  if (said !== 'be silent') parentPort.postMessage(said);
});
