import { ClickHouseError } from '@clickhouse/client';
import type { CandidateSearch, FindCandidates } from '../../contracts/judges/annotation-ports.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { HARD_CASE_WEIGHTS, type AnnotationCandidate } from '../../domain/judges/annotation.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { queryRows } from '../statements/query-rows.ts';
import { READ_BUDGET } from '../statements/read-budget.ts';
import { PERSON_SQL } from './person-sql.ts';

/**
 * The number of segments that are searched first. They mostly have enough rows, so only a tenth of all rows is sorted.
 */
const FIRST = 10;

interface Row {
  readonly workspace_id: string;
  readonly environment_id: string;
  readonly logical_request_id: string;
  readonly admitted_at: string;
  readonly segment: string;
  readonly annotators: readonly string[];
  readonly rank: string | number;
}

const SINCE = `admitted_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')`;

const ASKED = `{segment:String} = '' OR route_id = {segment:String}`;

const LABELLED = `${SINCE} AND evaluator_kind = 'human' AND verdict IN ('pass', 'fail')`;

/**
 * The segments in which anything was labelled or judged, with the number of labelled rows. Judged rows, which are many,
 * are not counted.
 */
const SEGMENTS = `
  SELECT segment, max(rows) AS labelled FROM (
    SELECT route_id AS segment, uniqExact(workspace_id, logical_request_id) AS rows
    FROM outcomes_v1 WHERE ${LABELLED} AND (${ASKED}) GROUP BY segment
    UNION ALL
    SELECT DISTINCT route_id AS segment, 0 AS rows
    FROM outcomes_v1 WHERE ${SINCE} AND evaluator_kind IN ('human', 'judge') AND (${ASKED})
  ) GROUP BY segment`;

/** The annotators of each labelled request. */
const labels = (condition = 'true'): string => `
  SELECT workspace_id, logical_request_id, groupUniqArray(${PERSON_SQL}) AS annotators
  FROM outcomes_v1 WHERE ${LABELLED} AND ${condition} AND (${ASKED})
    AND (empty({segments:Array(String)}) OR route_id IN {segments:Array(String)})
  GROUP BY workspace_id, logical_request_id`;

const STARVED = `
  SELECT t.workspace_id AS workspace_id, t.environment_id AS environment_id, t.logical_request_id AS logical_request_id, t.admitted_at AS admitted,
    t.route_id AS segment, s.labelled AS rank
  FROM request_terminals_v1 t INNER JOIN (${SEGMENTS}) s ON t.route_id = s.segment
  WHERE ${SINCE} AND t.status = 'succeeded' AND t.purpose = 'application'
    AND (empty({segments:Array(String)}) OR t.route_id IN {segments:Array(String)})`;

const HARD = `
  SELECT workspace_id, any(environment_id) AS environment_id, logical_request_id, any(admitted_at) AS admitted, any(route_id) AS segment,
    ${HARD_CASE_WEIGHTS.abstained} * max(verdict = 'abstained') + ${HARD_CASE_WEIGHTS.split} * max(panel_split) AS rank
  FROM outcomes_v1
  WHERE ${SINCE} AND evaluator_kind = 'judge' AND (${ASKED})
    AND (verdict = 'abstained' OR panel_split)
  GROUP BY workspace_id, logical_request_id`;

/** The judged requests. */
const JUDGED = `
  SELECT workspace_id, any(environment_id) AS environment_id, logical_request_id, any(admitted_at) AS admitted, any(route_id) AS segment
  FROM outcomes_v1
  WHERE ${SINCE} AND evaluator_kind = 'judge' AND verdict != '' AND (${ASKED})
  GROUP BY workspace_id, logical_request_id`;

/**
 * The judged rows in an order that depends on the seed and on their ids alone, so that the first ones are a uniform
 * draw. The rank of each is the number of rows to draw from. Labels of other strategies omit no row from it.
 */
const DRAWN = `
  WITH drawable AS (
    SELECT c.workspace_id AS workspace_id, c.environment_id AS environment_id, c.logical_request_id AS logical_request_id,
      c.admitted AS admitted, c.segment AS segment, l.annotators AS annotators
    FROM (${JUDGED}) c
    LEFT JOIN (${labels(`label_strategy = 'random'`)}) l
      ON c.workspace_id = l.workspace_id AND c.logical_request_id = l.logical_request_id
    WHERE length(l.annotators) < {overlap:UInt8} AND NOT has(l.annotators, {annotator:String})
  )
  SELECT workspace_id, environment_id, logical_request_id, toString(toUnixTimestamp64Milli(admitted)) AS admitted_at,
    segment, (SELECT count() FROM drawable) AS rank, annotators
  FROM drawable ORDER BY sipHash64({seed:String}, workspace_id, logical_request_id), workspace_id, logical_request_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;

/** The rows of one rank, the newest first, because their content is stored the longest. */
const offered = (rows: string, order: string): string => `
  SELECT c.workspace_id AS workspace_id, c.environment_id AS environment_id, c.logical_request_id AS logical_request_id,
    toString(toUnixTimestamp64Milli(c.admitted)) AS admitted_at, c.segment AS segment, c.rank AS rank,
    l.annotators AS annotators
  FROM (${rows}) c
  LEFT JOIN (${labels()}) l ON c.workspace_id = l.workspace_id AND c.logical_request_id = l.logical_request_id
  WHERE length(l.annotators) < {overlap:UInt8} AND NOT has(l.annotators, {annotator:String})
  ORDER BY ${order}, c.admitted DESC, workspace_id, logical_request_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;

const STATEMENTS = {
  starved_segments: offered(STARVED, 'rank, segment'),
  hard_cases: offered(HARD, 'rank DESC'),
  random: DRAWN,
} as const;

/** Finds rows for people to label, in all workspaces. */
export function createCandidateFinder(clickhouse: Pick<AnalyticsClient, 'query'>): FindCandidates {
  const ask = async <Answer>(query: string, search: CandidateSearch, segments: string[] = []): Promise<Answer[]> => {
    const { segment, overlap, annotator, limit, offset, since, seed = '' } = search;
    try {
      const query_params = { segment, segments, overlap, annotator, limit, offset, since: since.getTime(), seed };
      return await queryRows<Answer>(clickhouse, { query, query_params, clickhouse_settings: READ_BUDGET });
    } catch (error) {
      throw isBusy(error)
        ? new Refusal(
            'budget_exceeded',
            'ClickHouse is busy with other queries. Send the request again in a few seconds.',
          )
        : error;
    }
  };
  const findStarved = async (search: CandidateSearch): Promise<Row[] | undefined> => {
    const ranked = await ask<{ segment: string }>(`${SEGMENTS} ORDER BY labelled, segment LIMIT ${FIRST + 1}`, search);
    if (ranked.length === 0) return undefined;
    const first = ranked.slice(0, FIRST).map(({ segment }) => segment);
    const rows = await ask<Row>(STATEMENTS.starved_segments, search, first);
    return rows.length === search.limit || ranked.length <= FIRST ? rows : ask(STATEMENTS.starved_segments, search);
  };
  return async (search) => {
    const rows =
      search.strategy === 'starved_segments'
        ? await findStarved(search)
        : await ask<Row>(STATEMENTS[search.strategy], search);
    return rows?.map(candidateOf);
  };
}

/** True if too many queries are running. */
function isBusy(error: unknown): boolean {
  return error instanceof Refusal && error.cause instanceof ClickHouseError && error.cause.code === '202';
}

function candidateOf(row: Row): AnnotationCandidate {
  return {
    workspaceId: row.workspace_id,
    environmentId: row.environment_id,
    requestId: row.logical_request_id,
    admittedAt: new Date(Number(row.admitted_at)),
    segment: row.segment,
    labelledBy: row.annotators,
    rank: Number(row.rank),
  };
}
