import { Counter, type Registry } from 'prom-client';
import {
  CONFIRMATION_OUTCOMES,
  type ConfirmationOutcome,
  SIGN_ON_OUTCOMES,
  type SignOnOutcome,
} from '../../domain/management/sign-on-outcomes.ts';

interface SignOnMetrics {
  readonly onSignOn: (outcome: SignOnOutcome) => void;
  readonly onConfirmation: (outcome: ConfirmationOutcome) => void;
}

/** Counts sign-ons with an OpenID provider, and the questions about users with a session. */
export function createSignOnMetrics(registry: Registry): SignOnMetrics {
  const signOns = new Counter({
    name: 'truetally_management_sign_ons_total',
    help: 'Sign-ons with the OpenID provider: `accepted`; `refused`, because the answer was forged, used before or not confirmed; `no_role`; `slowed` without a question; or `unavailable`.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const confirmations = new Counter({
    name: 'truetally_management_confirmations_total',
    help: 'Questions to the OpenID provider about users with a session: `confirmed`; `ended`, because the provider does not confirm the user or no rule gives a role; or `unavailable`.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of SIGN_ON_OUTCOMES) signOns.inc({ outcome }, 0);
  for (const outcome of CONFIRMATION_OUTCOMES) confirmations.inc({ outcome }, 0);
  return {
    onSignOn: (outcome) => signOns.inc({ outcome }),
    onConfirmation: (outcome) => confirmations.inc({ outcome }),
  };
}
