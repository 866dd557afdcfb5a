// A worker that answers what it is sent, and ends, throws or stays silent where it is told to.
import process from 'node:process';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', (said) => {
  if (said === 'end') process.exit(1);
  if (said === 'throw') throw new Error('It throws.');
  if (said === 'fill the heap') for (const kept = []; ;) kept.push(new Array(100_000).fill(said));
  if (said !== 'be silent') parentPort.postMessage(said);
});
