import type { ServiceKeyStore } from '../../store/gateway/service-key-store.ts';
import type { ActiveKey, VirtualKeyStore } from '../../store/gateway/virtual-key-store.ts';

export interface GatewayKeyParts {
  readonly virtual: Pick<VirtualKeyStore, 'listInForce'>;
  readonly services: Pick<ServiceKeyStore, 'listInForce' | 'acknowledge'>;
}

/** The keys that open a gateway: virtual keys, and credentials of services. */
export interface GatewayKeys {
  /** Every key in force. @throws the error of Postgres */
  listInForce(): Promise<ActiveKey[]>;
  /**
   * Confirms that the process holds the credentials of the last list. Call it only after the process uses that list.
   * @throws the error of Postgres
   */
  acknowledge(processId: string): Promise<void>;
}

export function createGatewayKeys({ virtual, services }: GatewayKeyParts): GatewayKeys {
  /** The credentials of the last list of which not every gateway is known to hold them. */
  let awaited: readonly string[] = [];
  return {
    async listInForce() {
      const [keys, found] = await Promise.all([virtual.listInForce(), services.listInForce()]);
      awaited = found.filter(({ isReady }) => !isReady).map(({ key }) => key.keyId);
      return [...keys, ...found.map(({ key }) => key)];
    },

    async acknowledge(processId) {
      if (awaited.length > 0) await services.acknowledge(processId, awaited);
    },
  };
}
