import { Type } from 'typebox';
import { FLEET_OPERATIONS } from '../../../contracts/management/fleet/fleet-operations.ts';
import { FLEET_FILTER } from '../../../contracts/management/fleet/gateway-process.ts';
import type { GatewayProcess } from '../../../store/installation/gateway-fleet-store.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { presentGatewayProcess } from './present-gateway-process.ts';

/** Lists the processes of the gateway, the last started first. */
export const listGatewayProcesses = createManagementHandler(FLEET_OPERATIONS, 'management.fleet.list', {
  query: Type.Object({ ...PAGE_QUERY, ...FLEET_FILTER }, { additionalProperties: false }),
  async answer(request, context) {
    const { state } = request.query;
    const { rows, nextCursor } = await readListPage<GatewayProcess>(request, context, {
      list: `fleet ${state ?? ''}`,
      load: (after, limit) => context.ports.fleet.list({ state, after, limit }),
      keyOf: ({ startedAt, processId }) => ({ createdAt: startedAt.toISOString(), id: processId }),
    });
    return { processes: rows.map(presentGatewayProcess), next_cursor: nextCursor };
  },
});
