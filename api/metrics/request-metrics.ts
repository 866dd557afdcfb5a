import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RequestMetrics } from '../ports/request-metrics.ts';
import { REFUSAL_CODES } from '../../domain/kernel/errors.ts';

/** The buckets in seconds, from a read of one row to the longest question, whose budget is 30 s. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts and times the requests of the API. */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const durations = new Histogram({
    name: 'truetally_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer. If the connection ends first, `status` is `aborted`.',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'truetally_http_requests_in_flight',
    help: 'Requests that have arrived and are not yet completely answered.',
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'truetally_http_refusals_total',
    help: 'Requests that were answered with a problem, by the code of the problem.',
    labelNames: ['code'],
    registers: [registry],
  });
  for (const code of REFUSAL_CODES) refusals.inc({ code }, 0);
  return {
    arrived: () => inFlight.inc(),
    ended({ route, method, status, seconds, problem }) {
      inFlight.dec();
      durations.observe({ route, method, status }, seconds);
      if (problem !== undefined) refusals.inc({ code: problem });
    },
  };
}
