import { toDollars } from '../../domain/insight/to-dollars.ts';
import type { ComparisonBudgetStore } from '../../store/comparisons/comparison-budget-store.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { usdAmount, idOption } from './options.ts';

/** The ports of the budget commands. */
export interface BudgetCommandPorts {
  readonly budgets: ComparisonBudgetStore;
}

/** Commands about the comparison budgets of workspaces, by `<noun> <verb>`. */
export const BUDGET_COMMANDS: Readonly<Record<string, Command<BudgetCommandPorts>>> = {
  'budget set': defineCommand({
    summary: 'sets what a workspace may spend on comparisons in total, past spend included',
    options: { workspace: idOption('workspace'), 'limit-usd': usdAmount() },
    async run({ budgets }, { workspace, 'limit-usd': limit }) {
      await budgets.set(workspace, limit);
      return rowsOf(budgets, workspace);
    },
  }),
  'budget show': defineCommand({
    summary: 'shows the limit, what is reserved for calls in flight, and the spend',
    options: { workspace: idOption('workspace') },
    run: ({ budgets }, { workspace }) => rowsOf(budgets, workspace),
  }),
};

async function rowsOf(budgets: ComparisonBudgetStore, workspaceId: string): Promise<CommandRow[]> {
  const budget = await budgets.find(workspaceId);
  if (budget === undefined) return [];
  const { limit, reserved, settled, changedAt } = budget;
  return [
    {
      workspace_id: workspaceId,
      limit_usd: toDollars(limit),
      reserved_usd: toDollars(reserved),
      settled_usd: toDollars(settled),
      changed_at: changedAt.toISOString(),
    },
  ];
}
