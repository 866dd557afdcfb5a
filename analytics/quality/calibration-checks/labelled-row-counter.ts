import type { GoldSource } from '../../../domain/judges/configuration/evals-block.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { createGoldRule } from '../../judges/labelled-requests.ts';
import { queryRows } from '../../statements/query-rows.ts';
import { READ_BUDGET } from '../../statements/read-budget.ts';
import { labelledStatements } from '../labelled-rows/labelled-statements.ts';
import { calibrationWindowParameters, type CalibrationBounds } from './calibration-window-parameters.ts';

/**
 * Counts the labelled rows that the window of an artifact has now: requests with a majority of people, once for each
 * metric.
 *
 * @throws Refusal `dependency_unavailable` if ClickHouse does not answer, `budget_exceeded` if the query costs too much
 */
export type CountLabelledRows = (bounds: CalibrationBounds) => Promise<number>;

export function createLabelledRowCounter(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  findExclusions: FindExclusions,
  goldSources: readonly GoldSource[],
): CountLabelledRows {
  const ruleFor = createGoldRule(findExclusions);
  return async (bounds) => {
    const { census: query } = labelledStatements(await ruleFor(goldSources, bounds.workspace_id));
    const query_params = calibrationWindowParameters(bounds);
    const [row] = await queryRows<{ labelled: number }>(clickhouse, {
      query,
      query_params,
      clickhouse_settings: READ_BUDGET,
    });
    return row?.labelled ?? 0;
  };
}
