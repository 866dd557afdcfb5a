import { FLEET_OPERATIONS } from '../../../contracts/management/fleet/fleet-operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { noSuchProcess } from './no-such-process.ts';

/** Answers with the configuration file of a process of the gateway. */
export const readProcessConfiguration = createManagementHandler(FLEET_OPERATIONS, 'management.fleet.configuration', {
  async answer(request, { ports }) {
    const { process } = request.params;
    const found = await ports.fleet.configurationOf(process);
    if (found === undefined) throw noSuchProcess();
    const { digest, content, redactions, loadedAt } = found;
    return {
      process,
      loaded_at: loadedAt?.toISOString() ?? null,
      digest,
      text: content,
      redactions: redactions ?? 0,
    };
  },
});
