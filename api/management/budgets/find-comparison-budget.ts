import type { Static } from 'typebox';
import type { ComparisonBudgetSchema } from '../../../contracts/management/installation/spending-budgets.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import type { InstallationPorts } from '../ports/installation-ports.ts';

/**
 * The comparison budget of a workspace, in the form of an answer.
 * @throws Refusal `not_found` if none was set
 */
export async function findComparisonBudget(
  { installation }: InstallationPorts,
  workspaceId: string,
): Promise<Static<typeof ComparisonBudgetSchema>> {
  const budget = await installation.comparisonBudgets.find(workspaceId);
  if (budget === undefined)
    throw notFound(`Workspace ${workspaceId} has no comparison budget. Set one, or check the id.`);
  const { limit, reserved, settled, changedAt } = budget;
  return {
    workspace_id: workspaceId,
    limit_nano_usd: limit,
    reserved_nano_usd: reserved,
    settled_nano_usd: settled,
    changed_at: changedAt.toISOString(),
  };
}
