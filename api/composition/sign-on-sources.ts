import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { signOnSettings, type SignOnBlock } from '../../domain/management/sign-on-settings.ts';
import { createSessionConfirmationStore } from '../../store/management/session-confirmation-store.ts';
import { createSignOnStore } from '../../store/management/sign-on-store.ts';
import type { SignOnPorts } from '../management/access/sign-on-ports.ts';
import { createSignOnProvider } from './sign-on-provider.ts';

interface SignOnParts {
  readonly clock: Clock;
  readonly logger: { warn(members: object, sentence: string): void };
  /** The secret at the provider; undefined without one. */
  readonly signOnSecret: string | undefined;
}

/** The sign-on of the management plane; empty if the configuration file has no provider. */
export function createSignOnSources(
  pool: pg.Pool,
  { clock, logger, signOnSecret: secret }: SignOnParts,
  block: SignOnBlock | undefined,
): Pick<SignOnPorts, 'signOn'> {
  const settings = signOnSettings(block);
  if (settings === undefined) return {};
  return {
    signOn: {
      settings,
      provider: createSignOnProvider({ settings, secret, clock, log: logger }),
      signOns: createSignOnStore(pool, clock),
      confirmations: createSessionConfirmationStore(pool, clock),
    },
  };
}
