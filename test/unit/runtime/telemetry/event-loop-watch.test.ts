import { expect, it } from 'vitest';
import { watchEventLoop } from '../../../../runtime/telemetry/event-loop-watch.ts';

it('detects a blocked event loop and the duration', async () => {
  const watch = watchEventLoop({ warn: () => undefined });
  await expect.poll(() => watch.maxStallMs()).toBeGreaterThan(0);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  await expect.poll(() => watch.maxStallMs()).toBeGreaterThanOrEqual(1_400);
});
