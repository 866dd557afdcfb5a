import type { Clock } from '../../../domain/kernel/clock.ts';
import type { KeyAdministrationStore } from '../../../store/gateway/key-administration-store.ts';

/** The ports of the administration of gateway keys. */
export interface KeyPorts {
  readonly clock: Clock;
  readonly virtualKeys: KeyAdministrationStore;
}
