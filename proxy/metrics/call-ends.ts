import { Counter, type Registry } from 'prom-client';
import { ENDPOINTS, type Endpoint } from '../../domain/models/endpoints.ts';
import { TERMINAL_STATUSES, type TerminalStatus } from '../../domain/insight/insight-sets.ts';

/**
 * Counts calls by endpoint and status, as plain numbers that a scrape reads: a counter would look up its labels for
 * each call.
 */
export function createCallEnds(registers: Registry[]): (endpoint: Endpoint, status: TerminalStatus) => void {
  const ends = Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint, noEnds()])) as Record<
    Endpoint,
    Record<TerminalStatus, number>
  >;
  new Counter({
    name: 'truetally_gateway_calls_total',
    help: 'Calls that the gateway forwarded, by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    registers,
    collect() {
      this.reset();
      for (const endpoint of ENDPOINTS)
        if (endpoint !== 'models')
          for (const status of TERMINAL_STATUSES) this.inc({ endpoint, status }, ends[endpoint][status]);
    },
  });
  return (endpoint, status) => void (ends[endpoint][status] += 1);
}

function noEnds(): Record<TerminalStatus, number> {
  return Object.fromEntries(TERMINAL_STATUSES.map((status) => [status, 0])) as Record<TerminalStatus, number>;
}
