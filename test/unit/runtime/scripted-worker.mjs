// A worker that answers its messages. On request, it ends, throws or does not answer.
import process from 'node:process';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', (message) => {
  if (message === 'end') process.exit(1);
  if (message === 'throw') throw new Error('It throws.');
  if (message === 'fill the heap') for (const kept = []; ;) kept.push(new Array(100_000).fill(message));
  if (message !== 'be silent') parentPort.postMessage(message);
});
