// Preloaded into an attacked process. On request, it reports the longest turn since the previous request, and the
// memory.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setInterval } from 'node:timers';
import { isMainThread } from 'node:worker_threads';

const LOOK_MS = 10;

/** Returns the processor time of the serving thread in milliseconds. */
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
      // The processor time of a turn excludes the time in which other processes had the processor.
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
