import { notFound } from '../../../domain/kernel/errors.ts';
import type { StoredExperiment } from '../../../store/quality/experiments/experiment-store.ts';
import type { ExperimentPorts } from '../ports/experiment-ports.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';

/**
 * Finds an experiment of a workspace.
 * @param workspaceId undefined for the only workspace of the installation
 * @throws Refusal `not_found` if the workspace has no such experiment
 */
export async function requireExperiment(
  ports: ExperimentPorts,
  workspaceId: string | undefined,
  experimentId: string,
): Promise<StoredExperiment> {
  const found = await ports.experiments.store.find(await requireWorkspace(ports, workspaceId), experimentId);
  if (found === undefined) throw notFound(`There is no experiment ${experimentId} in this workspace. Check the id.`);
  return found;
}
