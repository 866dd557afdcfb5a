import type { JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import type { GoldSource } from '../../domain/judges/configuration/evals-block.ts';
import type { FindExclusions } from '../../store/insight/exclusion-finder.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { queryRows } from '../statements/query-rows.ts';
import { judgeVerdicts, createGoldRule, type GoldRule, decidedVerdicts, personVotes } from './labelled-requests.ts';

/** A request on which a judge disagrees with the majority of people. */
export interface Disagreement {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly admittedAt: Date;
  /** The outcome with the verdict of the judge. */
  readonly outcomeId: string;
  readonly verdict: 'pass' | 'fail';
  readonly passes: number;
  readonly fails: number;
}

/** Requests that nobody labelled, counted by the verdict of a judge. */
export interface UnlabelledVerdicts {
  readonly passed: number;
  readonly failed: number;
  readonly abstained: number;
  /** The number of requests on which the judge was queried and gave no verdict. */
  readonly unheard: number;
  /** The number of these requests on which the members of a panel disagreed. */
  readonly split: number;
}

/** Compares a judge with people, in all workspaces. Rows that insight reads exclude are not part of it. */
export interface DifferenceReader {
  /** The requests on which they differ, the newest first, and the total number of these requests. */
  disagreements(
    subject: JudgeCoordinates,
    goldSources: readonly GoldSource[],
    limit: number,
  ): Promise<{ readonly total: number; readonly rows: readonly Disagreement[] }>;
  /**
   * The judge's verdicts on requests that nobody labelled: how many passed and failed, and the judge's coverage of
   * them.
   */
  unlabelled(subject: JudgeCoordinates, goldSources: readonly GoldSource[]): Promise<UnlabelledVerdicts>;
}

interface DisagreementRow {
  readonly workspace_id: string;
  readonly logical_request_id: string;
  readonly admitted_at: string;
  readonly outcome_id: string;
  readonly verdict: 'pass' | 'fail';
  readonly passes: number;
  readonly fails: number;
  readonly total: number;
}

const disagreed = (rule: GoldRule): string => `SELECT workspace_id, logical_request_id,
    toString(toUnixTimestamp64Milli(admitted)) AS admitted_at, newest.3 AS outcome_id, newest.1 AS verdict, passes, fails,
    toUInt32(count() OVER ()) AS total
  FROM (
    SELECT workspace_id, logical_request_id, toUInt32(countIf(vote = 'pass')) AS passes,
      toUInt32(countIf(vote = 'fail')) AS fails
    FROM (${personVotes(rule)}) GROUP BY workspace_id, logical_request_id
  ) AS labels
  INNER JOIN (${decidedVerdicts(rule)}) AS judged USING (workspace_id, logical_request_id)
  WHERE passes != fails AND (verdict = 'pass') != (passes > fails)
  ORDER BY admitted DESC, workspace_id, logical_request_id LIMIT {limit:UInt32}`;

const unlabelled = (rule: GoldRule): string => `SELECT toUInt32(countIf(newest.1 = 'pass')) AS passed,
    toUInt32(countIf(newest.1 = 'fail')) AS failed, toUInt32(countIf(newest.1 = 'abstained')) AS abstained,
    toUInt32(countIf(newest.1 = 'no_verdict')) AS unheard, toUInt32(countIf(newest.4)) AS split
  FROM (${judgeVerdicts(rule)})
  WHERE (workspace_id, logical_request_id) NOT IN (SELECT workspace_id, logical_request_id FROM (${personVotes(rule)}))`;

export function createDifferenceReader(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  findExclusions: FindExclusions,
): DifferenceReader {
  const goldRule = createGoldRule(findExclusions);
  return {
    async disagreements(subject, goldSources, limit) {
      const query_params = { ...subject, limit };
      const rows = await queryRows<DisagreementRow>(clickhouse, {
        query: disagreed(await goldRule(goldSources)),
        query_params,
      });
      return { total: rows[0]?.total ?? 0, rows: rows.map(disagreementOf) };
    },
    async unlabelled(subject, goldSources) {
      const query_params = { ...subject };
      const [row] = await queryRows<UnlabelledVerdicts>(clickhouse, {
        query: unlabelled(await goldRule(goldSources)),
        query_params,
      });
      return row ?? { passed: 0, failed: 0, abstained: 0, unheard: 0, split: 0 };
    },
  };
}

function disagreementOf(row: DisagreementRow): Disagreement {
  const { outcome_id: outcomeId, verdict, passes, fails } = row;
  return {
    ...{ workspaceId: row.workspace_id, requestId: row.logical_request_id, outcomeId, verdict, passes, fails },
    admittedAt: new Date(Number(row.admitted_at)),
  };
}
