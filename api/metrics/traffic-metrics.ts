import { Counter, Histogram, type Registry } from 'prom-client';
import { INGEST_FORMATS } from '../bodies/traffic-body.ts';
import type { TrafficMetrics } from '../ports/traffic-metrics.ts';

/** The buckets in seconds, from a disk that does not really sync to the slowest usable disk. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Creates the metrics of incoming traffic: its counts, and the durations of writes. */
export function createTrafficMetrics(registry: Registry): TrafficMetrics {
  const events = new Counter({
    name: 'truetally_traffic_events_total',
    help: 'Events, spans and logged calls that arrived over HTTP, by way and by outcome: `accepted`, `refused` or `ignored`. Ignored items describe no model call, or are content that is not captured.',
    labelNames: ['way', 'outcome'],
    registers: [registry],
  });
  const bytes = new Counter({
    name: 'truetally_traffic_received_bytes_total',
    help: 'Decoded bytes of the bodies of traffic.',
    labelNames: ['way'],
    registers: [registry],
  });
  const writtenBytes = new Counter({
    name: 'truetally_journal_written_bytes_total',
    help: 'Bytes that this process wrote to the journal.',
    registers: [registry],
  });
  const writes = new Histogram({
    name: 'truetally_journal_write_duration_seconds',
    help: 'Time of one write to the journal until it is on disk. Requests that arrive during a write share the next one.',
    buckets: SECONDS,
    registers: [registry],
  });
  for (const way of INGEST_FORMATS) {
    for (const outcome of ['accepted', 'ignored', 'refused']) events.inc({ way, outcome }, 0);
    bytes.inc({ way }, 0);
  }
  return {
    received({ way, bytes: received, accepted, ignored, refused }) {
      events.inc({ way, outcome: 'accepted' }, accepted);
      events.inc({ way, outcome: 'ignored' }, ignored);
      events.inc({ way, outcome: 'refused' }, refused);
      bytes.inc({ way }, received);
    },
    written(count, seconds) {
      writtenBytes.inc(count);
      writes.observe(seconds);
    },
  };
}
