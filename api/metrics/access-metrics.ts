import { Counter, type Registry } from 'prom-client';
import { ACCESS_CHANGES, type AccessChange } from '../../domain/management/access-changes.ts';

/** Counts changes of users, passwords, sessions and tokens of the management plane. */
export function createAccessMetrics(registry: Registry): (change: AccessChange) => void {
  const changes = new Counter({
    name: 'truetally_management_access_changes_total',
    help: 'Changes of access to the management plane over its API, by change. `password_refused` counts wrong current passwords of users with a session, and `password_slowed` those that were not checked.',
    labelNames: ['change'],
    registers: [registry],
  });
  for (const change of ACCESS_CHANGES) changes.inc({ change }, 0);
  return (change) => changes.inc({ change });
}
