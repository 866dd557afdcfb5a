import { Counter, type Registry } from 'prom-client';
import { CLOSE_REASONS, type CloseReason } from './limit-connections.ts';

/** Counts the connections that a server closed so that others get one. */
export function createConnectionMetrics(registry: Registry): (reason: CloseReason) => void {
  const closed = new Counter({
    name: 'truetally_connections_closed_total',
    help: 'Connections that a process closed. Their address has a request in each of its own (address_full), all connections of the process are taken (process_full), or one that waited for a request made room (made_room).',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of CLOSE_REASONS) closed.inc({ reason }, 0);
  return (reason) => closed.inc({ reason });
}
