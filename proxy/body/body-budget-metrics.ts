import { Counter, type Registry } from 'prom-client';
import { FULL_SHARES, type FullShare } from './body-budget.ts';

/** Counts the requests for which no memory was left, by the full share. */
export function createBodyBudgetMetrics(registry: Registry): (share: FullShare) => void {
  const full = new Counter({
    name: 'truetally_gateway_room_full_total',
    help: 'Requests whose bodies did not fit into memory, by the full share: of the process, the organization or the key.',
    labelNames: ['share'],
    registers: [registry],
  });
  for (const share of FULL_SHARES) full.inc({ share }, 0);
  return (share) => full.inc({ share });
}
