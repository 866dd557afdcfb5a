// A worker that answers its messages, and ends, throws or stays silent where a message says so.
import process from 'node:process';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', (said) => {
  if (said === 'end') process.exit(1);
  if (said === 'throw') throw new Error('It throws.');
  if (said === 'fill the heap') for (const kept = []; ;) kept.push(new Array(100_000).fill(said));
  if (said !== 'be silent') parentPort.postMessage(said);
});
