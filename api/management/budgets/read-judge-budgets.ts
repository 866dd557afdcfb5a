import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';

/** The number of characters of a date, `2026-05-06`. */
const DATE = 10;

/** Answers with the daily caps of judging evaluators, and their spend of the current UTC day. */
export const readJudgeBudgets = createManagementHandler(INSTALLATION_OPERATIONS, 'management.judge_budgets.get', {
  async answer(_request, { ports: { clock, installation } }) {
    const { judgeCaps, judgeSpend } = installation;
    const day = clock.now().toISOString().slice(0, DATE);
    const spent = await judgeSpend.spentToday();
    return {
      day,
      budgets: judgeCaps.map(({ evaluatorId, maxNanoUsdPerDay }) => {
        const { reserved, settled } = spent.get(evaluatorId) ?? { reserved: 0n, settled: 0n };
        return {
          evaluator_id: evaluatorId,
          daily_cap_nano_usd: String(maxNanoUsdPerDay),
          reserved_nano_usd: String(reserved),
          settled_nano_usd: String(settled),
        };
      }),
    };
  },
});
