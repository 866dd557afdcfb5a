import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { countedCondition } from '../../judges/counted-condition.ts';
import { goldLabelCondition } from '../../judges/labelled-requests.ts';
import { PERSON_SQL } from '../../judges/person-sql.ts';
import { queryRows } from '../../statements/query-rows.ts';
import { READ_BUDGET } from '../../statements/read-budget.ts';
import { textLiterals } from '../../statements/text-literals.ts';
import { notReplaced } from '../verdicts/not-replaced.ts';
import { requestFromRow, type DatasetRequest, type DatasetRequestRow } from './dataset-request.ts';

/** A workspace, and a half-open window of admissions. */
export interface DatasetWindow {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly from: Date;
  readonly until: Date;
}

/** The requests of a window. An empty text restricts nothing. */
export interface DatasetFilter extends DatasetWindow {
  readonly purpose: string;
  readonly status: string;
  readonly environmentId: string;
  readonly segment: string;
  readonly model: string;
  readonly feature: string;
  readonly agent: string;
  /** The seed of a sample by the hash of seed and id; undefined for the newest requests. */
  readonly seed: number | undefined;
  readonly limit: number;
}

/** The requests with outcomes of a metric. An empty text restricts nothing. */
export interface DatasetOutcomes extends DatasetWindow {
  readonly metric: string;
  readonly segment: string;
  readonly limit: number;
}

/** Finds the requests of datasets. Requests that no read counts are never found. */
export interface DatasetRequestFinder {
  /** The requests of a filter, the newest first, or by their hash. */
  byFilter(filter: DatasetFilter): Promise<DatasetRequest[]>;
  /** The requests of the application that the newest outcome of an evaluator fails, the newest request first. */
  byFailures(failures: DatasetOutcomes & { readonly evaluatorId: string }): Promise<DatasetRequest[]>;
  /**
   * The requests of the application that people labelled, the newest first. The annotation `label.<metric>` has the
   * verdict of most people, or `tie`. The annotation `strategy` has the design of the labels, or `mixed`.
   */
  byLabels(labels: DatasetOutcomes): Promise<DatasetRequest[]>;
  /** The requests of a workspace with these ids, without order. */
  byIds(
    workspace: Pick<DatasetWindow, 'organizationId' | 'workspaceId'>,
    ids: readonly string[],
  ): Promise<DatasetRequest[]>;
}

const OF_WORKSPACE = 'organization_id = {organization:String} AND workspace_id = {workspace:String}';

const OF_WINDOW = `${OF_WORKSPACE} AND admitted_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND admitted_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')`;

const REQUEST = `logical_request_id AS request_id, environment_id,
    toString(toUnixTimestamp64Milli(admitted_at)) AS admitted, route_id AS segment, purpose`;

/** An empty parameter restricts nothing. */
const equal = (column: string, name: string): string => `({${name}:String} = '' OR ${column} = {${name}:String})`;

const filterSql = (counted: string, order: string): string => `
  SELECT ${REQUEST}, terminal_kind AS ending FROM request_terminals_v1
  WHERE ${OF_WINDOW} AND ${counted} AND ${notReplaced('workspace')}
    AND purpose = {purpose:String} AND status = {status:String}
    AND ${equal('environment_id', 'environment')} AND ${equal('route_id', 'segment')}
    AND ${equal('final_model', 'model')} AND ${equal('feature', 'feature')} AND ${equal('agent', 'agent')}
  ORDER BY ${order}, logical_request_id, arrival_seq DESC
  LIMIT 1 BY logical_request_id LIMIT {limit:UInt32}`;

const NEWEST = 'admitted_at DESC';
/** SipHash-2-4 has one definition, so that a sample does not depend on the version of ClickHouse. */
const SAMPLED = `sipHash64(concat({seed:String}, '\\n', logical_request_id))`;

/** The newest verdict of each evaluator on each request: of each person, and of each version of a judge. */
const verdictsSql = (condition: string): string => `
  SELECT logical_request_id, any(environment_id) AS environment, any(admitted_at) AS admission, any(route_id) AS route,
    argMax(verdict, tuple(occurred_at, outcome_id)) AS newest,
    argMax(label_strategy, tuple(occurred_at, outcome_id)) AS design
  FROM outcomes_v1
  WHERE ${OF_WINDOW} AND metric = {metric:String} AND purpose = 'application' AND ${equal('route_id', 'segment')}
    AND ${condition}
  GROUP BY logical_request_id, evaluator_id, ${PERSON_SQL}, judge_model, judge_prompt_sha, judge_eval_ver`;

const failuresSql = (counted: string): string => `
  SELECT logical_request_id AS request_id, any(environment) AS environment_id,
    toString(toUnixTimestamp64Milli(any(admission))) AS admitted, any(route) AS segment, 'application' AS purpose,
    '' AS ending
  FROM (${verdictsSql(`verdict NOT IN ('', 'no_verdict') AND ${equal('evaluator_id', 'evaluator')} AND ${counted}`)})
  WHERE newest = 'fail'
  GROUP BY logical_request_id ORDER BY any(admission) DESC, request_id LIMIT {limit:UInt32}`;

const labelsSql = (counted: string): string => `
  SELECT logical_request_id AS request_id, any(environment) AS environment_id,
    toString(toUnixTimestamp64Milli(any(admission))) AS admitted, any(route) AS segment, 'application' AS purpose,
    '' AS ending,
    multiIf(countIf(newest = 'pass') > countIf(newest = 'fail'), 'pass',
      countIf(newest = 'pass') < countIf(newest = 'fail'), 'fail', 'tie') AS label,
    if(uniqExact(design) > 1, 'mixed', if(any(design) = '', 'unstated', any(design))) AS strategy
  FROM (${verdictsSql(goldLabelCondition({ sources: ['outcomes'], counted }))})
  WHERE newest IN ('pass', 'fail')
  GROUP BY logical_request_id ORDER BY any(admission) DESC, request_id LIMIT {limit:UInt32}`;

export function createDatasetRequestFinder(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  findExclusions: FindExclusions,
): DatasetRequestFinder {
  const ask = <Row>(query: string, query_params: Record<string, unknown>): Promise<Row[]> =>
    queryRows<Row>(clickhouse, { query, query_params, clickhouse_settings: READ_BUDGET });
  const countedIn = async ({ workspaceId }: DatasetWindow): Promise<string> =>
    countedCondition(await findExclusions(workspaceId));
  return {
    async byFilter({ environmentId, seed, purpose, status, segment, model, feature, agent, limit, ...window }) {
      const rows = await ask<DatasetRequestRow>(
        filterSql(await countedIn(window), seed === undefined ? NEWEST : SAMPLED),
        {
          ...windowParameters(window),
          ...{ purpose, status, environment: environmentId, segment, model, feature, agent, limit },
          ...(seed !== undefined && { seed: String(seed) }),
        },
      );
      return rows.map((row) => requestFromRow(row));
    },

    async byFailures({ metric, segment, evaluatorId, limit, ...window }) {
      const rows = await ask<DatasetRequestRow>(failuresSql(await countedIn(window)), {
        ...windowParameters(window),
        ...{ metric, segment, evaluator: evaluatorId, limit },
      });
      return rows.map((row) => requestFromRow(row));
    },

    async byLabels({ metric, segment, limit, ...window }) {
      const rows = await ask<DatasetRequestRow & { readonly label: string; readonly strategy: string }>(
        labelsSql(await countedIn(window)),
        {
          ...windowParameters(window),
          ...{ metric, segment, limit },
        },
      );
      return rows.map(({ label, strategy, ...row }) => requestFromRow(row, { [`label.${metric}`]: label, strategy }));
    },

    async byIds({ organizationId, workspaceId }, ids) {
      if (ids.length === 0) return [];
      const list = textLiterals(ids);
      const found = (table: string, ending: string, ended: number): string =>
        `SELECT ${REQUEST}, ${ending} AS ending, ${ended} AS ended, arrival_seq FROM ${table}
         WHERE ${OF_WORKSPACE} AND logical_request_id IN (${list})`;
      const rows = await ask<DatasetRequestRow>(
        `SELECT request_id, environment_id, admitted, segment, purpose, ending
         FROM (${found('request_terminals_v1', 'terminal_kind', 1)}
           UNION ALL ${found('request_admissions_v1', `''`, 0)})
         ORDER BY ended DESC, arrival_seq DESC LIMIT 1 BY request_id`,
        { organization: organizationId, workspace: workspaceId },
      );
      return rows.map((row) => requestFromRow(row));
    },
  };
}

function windowParameters({ organizationId, workspaceId, from, until }: DatasetWindow): Record<string, unknown> {
  return { organization: organizationId, workspace: workspaceId, from: from.getTime(), until: until.getTime() };
}
