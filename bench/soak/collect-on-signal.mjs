/**
 * Collects garbage on a signal; preloaded into all Node processes of a soak. On SIGWINCH, which has no meaning for a
 * process without a terminal, all threads collect unused memory, so that a measurement shows only live memory.
 * Otherwise, V8 can keep hundreds of MiB for a quarter of an hour if the machine has free memory.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const threads = new BroadcastChannel('collect');
threads.onmessage = () => collect();
threads.unref();
if (isMainThread) {
  process.on('SIGWINCH', () => {
    threads.postMessage('now');
    collect();
  });
}
