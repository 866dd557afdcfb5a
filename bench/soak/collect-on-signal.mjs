/**
 * Preloaded into all processes of a soak that run on Node: on SIGWINCH, which means nothing to a process without a terminal, all their
 * threads collect what nobody uses any more, so that what is measured after it is what they keep. By itself V8 lets hundreds
 * of MiB lie for a quarter of an hour where the machine has room.
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
