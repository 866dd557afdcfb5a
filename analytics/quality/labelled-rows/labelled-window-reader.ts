import type { GoldSource } from '../../../domain/judges/configuration/evals-block.ts';
import type { LabelledRow } from '../../../domain/quality/labelled-row.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { createGoldRule } from '../../judges/labelled-requests.ts';
import { budgetExceeded } from '../../statements/budget-exceeded.ts';
import { READ_BUDGET } from '../../statements/read-budget.ts';
import { labelledStatements } from './labelled-statements.ts';
import { streamRows } from './stream-rows.ts';
import { toLabelledRow, type LabelledFactRow } from './to-labelled-row.ts';

/**
 * Gives every labelled row of a workspace and a half-open window to `take`, in no promised order. In contrast to the
 * reader of fits, it counts no census, and has the budget of a read.
 *
 * @throws Refusal `dependency_unavailable` if ClickHouse does not answer, `budget_exceeded` if the query costs too much
 *   or finds too many rows
 */
export type ReadLabelledRows = (
  search: { readonly workspaceId: string; readonly from: Date; readonly until: Date },
  take: (row: LabelledRow) => void,
) => Promise<void>;

/** The maximum number of rows of a read. */
const MAX_ROWS = 1_000_000;

/** The name of the statement in metrics and in ClickHouse's own logs. */
const TAG = 'quality.labelled_rows';

/** The largest arrival sequence: a read has no fence. */
const EVERY_ARRIVAL = '18446744073709551615';

/** @param maxRows the maximum number of rows of a read; tests lower it */
export function createLabelledWindowReader(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  findExclusions: FindExclusions,
  goldSources: readonly GoldSource[],
  maxRows = MAX_ROWS,
): ReadLabelledRows {
  const ruleFor = createGoldRule(findExclusions);
  return async ({ workspaceId, from, until }, take) => {
    const { rows: query } = labelledStatements(await ruleFor(goldSources, workspaceId));
    const query_params = {
      ...{ workspace: workspaceId, since: from.getTime(), until: until.getTime() },
      ...{ high: EVERY_ARRIVAL, limit: maxRows + 1 },
    };
    let rows = 0;
    const statement = { query, query_params, clickhouse_settings: { ...READ_BUDGET, log_comment: TAG } };
    for await (const batch of streamRows<LabelledFactRow>(clickhouse, statement)) {
      rows += batch.length;
      if (rows > maxRows) throw budgetExceeded();
      for (const row of batch) take(toLabelledRow(row));
    }
  };
}
