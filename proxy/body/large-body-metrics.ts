import { Counter, Gauge, type Registry } from 'prom-client';
import { READ_OUTCOMES, type ReadOutcome } from './large-body-reader.ts';

/**
 * Counts the bodies that threads read.
 * @param waiting the number of bodies that no thread has begun, read at each scrape
 */
export function createLargeBodyMetrics(registry: Registry, waiting: () => number): (end: ReadOutcome) => void {
  const registers = [registry];
  const bodies = new Counter({
    name: 'truetally_gateway_large_bodies_total',
    help: 'Large bodies for the reading thread, by result: read, not read for lack of memory or time, or abandoned by the caller.',
    labelNames: ['result'],
    registers,
  });
  new Gauge({
    name: 'truetally_gateway_large_bodies_waiting',
    help: 'Large bodies that wait for a reading thread; keys take turns.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  for (const result of READ_OUTCOMES) bodies.inc({ result }, 0);
  return (result) => bodies.inc({ result });
}
