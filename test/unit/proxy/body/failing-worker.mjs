// A worker that ends, or never answers, where the model of a body says so.
import { Buffer } from 'node:buffer';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ pieces }) => {
  const { model } = JSON.parse(Buffer.concat(pieces).toString());
  if (model === 'ends') process.exit(1);
  if (model === 'throws') throw new Error('It throws.');
  if (model !== 'is silent') parentPort.postMessage({ model });
});
