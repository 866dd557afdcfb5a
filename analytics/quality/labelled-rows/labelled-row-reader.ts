import type { GoldSource } from '../../../domain/judges/configuration/evals-block.ts';
import type { LabelCensus } from '../../../domain/quality/calibration/artifact.ts';
import type { LabelledRow } from '../../../domain/quality/labelled-row.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { SUPPORTED_RANGE } from '../../insight/question/supported-range.ts';
import { createGoldRule } from '../../judges/labelled-requests.ts';
import { queryRows } from '../../statements/query-rows.ts';
import { labelledStatements } from './labelled-statements.ts';
import { streamRows } from './stream-rows.ts';
import { toLabelledRow, type LabelledFactRow } from './to-labelled-row.ts';

/** The labels that a fit reads. */
export interface LabelQuestion {
  readonly workspaceId: string;
  /** The half-open window of the admissions of the requests; an undefined bound is open. */
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly goldSources: readonly GoldSource[];
}

/** The counts of the labels that were read. */
interface ReadLabels {
  readonly census: LabelCensus;
  /** The newest arrival sequence of an outcome of the workspace, in digits. Later outcomes were not read. */
  readonly arrivalHighWater: string;
}

/** Reads the labelled rows of a workspace. Rows that insight reads exclude are not part of it. */
export interface LabelledRowReader {
  /**
   * Gives every labelled row to `take`, one after the other, in no promised order. Rows are never all in memory.
   *
   * @throws Refusal `dependency_unavailable` if ClickHouse does not answer, `budget_exceeded` if the query costs too
   *   much
   */
  read(question: LabelQuestion, take: (row: LabelledRow) => void): Promise<ReadLabels>;
  /** The workspaces in which a person labelled anything, by id. */
  labelledWorkspaces(goldSources: readonly GoldSource[]): Promise<string[]>;
}

/** The maximum number of rows of a fit. The newest rows are kept. */
const MAX_ROWS = 1_000_000;

const HIGH_WATER =
  'SELECT toString(max(arrival_seq)) AS high_water FROM outcomes_v1 WHERE workspace_id = {workspace:String}';

interface CensusRow {
  readonly labelled: number;
  readonly ties: number;
  readonly uncertain: number;
  readonly duplicates: number;
  readonly not_fit_eligible: number;
}

/** @param maxRows the maximum number of rows of a read; tests lower it */
export function createLabelledRowReader(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  findExclusions: FindExclusions,
  maxRows = MAX_ROWS,
): LabelledRowReader {
  const ruleFor = createGoldRule(findExclusions);
  return {
    async read({ workspaceId, since, until, goldSources }, take) {
      const statements = labelledStatements(await ruleFor(goldSources, workspaceId));
      const [found] = await queryRows<{ high_water: string }>(clickhouse, {
        query: HIGH_WATER,
        query_params: { workspace: workspaceId },
      });
      const arrivalHighWater = found?.high_water ?? '0';
      const query_params = {
        workspace: workspaceId,
        since: (since ?? SUPPORTED_RANGE.from).getTime(),
        until: (until ?? SUPPORTED_RANGE.to).getTime(),
        high: arrivalHighWater,
      };
      const [census] = await queryRows<CensusRow>(clickhouse, { query: statements.census, query_params });
      let rows = 0;
      const query = { query: statements.rows, query_params: { ...query_params, limit: maxRows + 1 } };
      for await (const batch of streamRows<LabelledFactRow>(clickhouse, query)) {
        for (const row of batch) {
          rows += 1;
          if (rows <= maxRows) take(toLabelledRow(row));
        }
      }
      const counted = census ?? { labelled: 0, ties: 0, uncertain: 0, duplicates: 0, not_fit_eligible: 0 };
      return { census: { ...counted, is_capped: rows > maxRows }, arrivalHighWater };
    },

    async labelledWorkspaces(goldSources) {
      const { workspaces: query } = labelledStatements(await ruleFor(goldSources));
      const rows = await queryRows<{ workspace_id: string }>(clickhouse, { query });
      return rows.map(({ workspace_id: workspaceId }) => workspaceId);
    },
  };
}
