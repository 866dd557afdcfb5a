import { FLEET_OPERATIONS } from '../../../contracts/management/fleet/fleet-operations.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { noSuchProcess } from './no-such-process.ts';
import { presentGatewayProcess } from './present-gateway-process.ts';

/** Marks a process of the gateway as gone; `conflict` while it sends heartbeats. */
export const decommissionProcess = createManagementHandler(FLEET_OPERATIONS, 'management.fleet.decommission', {
  async answer(request, { ports }) {
    const process = await ports.fleet.decommission(request.params.process);
    if (process === undefined) throw noSuchProcess();
    if (process === 'alive') {
      const detail = 'The process has sent a heartbeat within the last minute. Stop it, and try again a minute later.';
      throw new Refusal('conflict', detail);
    }
    return presentGatewayProcess(process);
  },
});
