import { Counter, type Registry } from 'prom-client';
import { CLOSE_REASONS, type CloseReason } from './limit-connections.ts';

/** Counts the connections that a server closed so that others get one. */
export function createConnectionMetrics(registry: Registry): (reason: CloseReason) => void {
  const closed = new Counter({
    name: 'truetally_connections_closed_total',
    help: 'Connections that a process closed, by reason. `address_full`: each connection of the address has a request. `process_full`: the process has the maximum number of connections. `made_room`: an idle connection was closed for a new one.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of CLOSE_REASONS) closed.inc({ reason }, 0);
  return (reason) => closed.inc({ reason });
}
