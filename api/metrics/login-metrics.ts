import { Counter, type Registry } from 'prom-client';
import { LOGIN_OUTCOMES, type LoginOutcome } from '../../domain/management/login-outcomes.ts';

/** Counts attempts to log in to the management plane. */
export function createLoginMetrics(registry: Registry): (outcome: LoginOutcome) => void {
  const logins = new Counter({
    name: 'truetally_management_logins_total',
    help: 'Login attempts at the management plane: `accepted`, `refused` because of a wrong name or password, or `slowed` without a check of the password.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of LOGIN_OUTCOMES) logins.inc({ outcome }, 0);
  return (outcome) => logins.inc({ outcome });
}
