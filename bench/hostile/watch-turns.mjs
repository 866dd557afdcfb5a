// Loaded into a process that is attacked: tells, when it is asked, how long its longest turn was since it was asked
// before, and its memory.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setInterval } from 'node:timers';
import { isMainThread } from 'node:worker_threads';

const LOOK_MS = 10;

/** Milliseconds that the serving thread was on a processor. */
function onProcessorMs() {
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;
}

if (isMainThread && process.send !== undefined) {
  let worst = { turnMs: 0, onProcessorMs: 0, residentMib: 0 };
  let at = performance.now();
  let used = onProcessorMs();
  setInterval(() => {
    const [now, usedNow] = [performance.now(), onProcessorMs()];
    worst = {
      turnMs: Math.max(worst.turnMs, now - at - LOOK_MS),
      // Of a turn that others made long by taking the processor, what it took itself.
      onProcessorMs: Math.max(worst.onProcessorMs, usedNow - used),
      residentMib: Math.max(worst.residentMib, process.memoryUsage.rss() / 1_048_576),
    };
    [at, used] = [now, usedNow];
  }, LOOK_MS).unref();
  process.on('message', () => {
    process.send({ watched: worst });
    worst = { turnMs: 0, onProcessorMs: 0, residentMib: 0 };
  });
  process.channel?.unref();
}
