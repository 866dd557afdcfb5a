import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { DurationHistogram } from '../../../../proxy/metrics/duration-histogram.ts';

const SETTINGS = { name: 'waited_seconds', help: 'How long it was waited.', buckets: [0.001, 0.5, 2] };
const DURATIONS = [0, 0.000_5, 0.001, 0.25, 0.5, 0.500_1, 2, 7, 7];

it('equals a histogram of the package', async () => {
  const [registry, reference] = [new Registry(), new Registry()];
  const durations = new DurationHistogram({ ...SETTINGS, registers: [registry] });
  const histogram = new Histogram({ ...SETTINGS, registers: [reference] });
  expect(await registry.metrics()).toBe(await reference.metrics());
  for (const seconds of DURATIONS) {
    durations.add(seconds);
    histogram.observe(seconds);
  }
  expect(await registry.metrics()).toBe(await reference.metrics());
  expect(await registry.metrics()).toContain('waited_seconds_bucket{le="0.5"} 5\n');
});
