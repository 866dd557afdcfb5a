import { FLEET_OPERATIONS } from '../../../contracts/management/fleet/fleet-operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';

/** Answers with the configuration file of this process. */
export const readRunningConfiguration = createManagementHandler(FLEET_OPERATIONS, 'management.configuration.get', {
  answer(_request, { ports }) {
    const { processName, running } = ports.ownConfiguration;
    const { file, loadedAt } = running;
    return {
      process: processName,
      loaded_at: loadedAt.toISOString(),
      digest: file?.digest ?? null,
      text: file?.text ?? null,
      redactions: file?.redactions ?? 0,
    };
  },
});
