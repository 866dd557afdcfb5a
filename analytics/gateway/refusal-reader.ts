import { ID_PREFIXES } from '../../domain/kernel/id-prefixes.ts';
import { RECORDED_REFUSALS, type RecordedRefusal } from '../../domain/gateway/governance/governance-refusals.ts';
import type { LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';
import type { ExcludedFacts } from '../../store/insight/exclusion-finder.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { queryRows } from '../statements/query-rows.ts';
import { READ_BUDGET } from '../statements/read-budget.ts';
import { textLiterals } from '../statements/text-literals.ts';

/** The limit that refused a call. Amounts are decimal digits in its unit. */
export interface RefusingLimitFact {
  readonly id: string;
  readonly node: string;
  readonly unit: LimitUnit;
  readonly limit: string;
  /** The used or reserved amount at the refusal, or the need of a call that can never fit; undefined if unknown. */
  readonly observed: string | undefined;
  /** The amount by which a process may refuse too early. */
  readonly bound: string;
  /** The end of the window; undefined if the limit has no window. */
  readonly resetsAt: Date | undefined;
}

/** A call of the gateway that governance refused, as far as the facts describe it. Absent texts are empty. */
export interface RefusedCallFact {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly applicationId: string;
  readonly gatewayId: string;
  readonly environmentId: string;
  readonly owner: string;
  readonly keyId: string;
  readonly routeId: string;
  readonly requestId: string;
  readonly code: RecordedRefusal;
  /** The limit that refused it; undefined if its row states none. */
  readonly limit: RefusingLimitFact | undefined;
  readonly admittedAt: Date;
  readonly refusedAt: Date;
}

/** The position after which a page of refusals continues: the last row before it. */
export type RefusalPosition = Pick<RefusedCallFact, 'admittedAt' | 'workspaceId' | 'requestId'>;

/** The selection of a page of refusals. */
export interface RefusalSearch {
  readonly since: Date;
  /** Absent for refusals of every type. */
  readonly code?: RecordedRefusal | undefined;
  readonly environmentId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly limitId?: string | undefined;
  readonly after: RefusalPosition | undefined;
  /** The number of rows to skip. */
  readonly offset: number;
  readonly limit: number;
  /** The retention horizon of each workspace that has one; older facts are not listed. */
  readonly horizons: ExcludedFacts['horizons'];
}

/**
 * Reads refused calls of all workspaces, newest first.
 *
 * @throws Refusal `dependency_unavailable` if ClickHouse does not answer, `budget_exceeded` if the query costs too much
 */
export type ReadRefusals = (search: RefusalSearch) => Promise<RefusedCallFact[]>;

const OURS = `startsWith(logical_request_id, '${ID_PREFIXES.gatewayRequest}_')`;

/** The condition for rows after a position, in the order of the statement. */
const AFTER = `(admitted_at < fromUnixTimestamp64Milli({at:Int64}, 'UTC') OR (
      admitted_at = fromUnixTimestamp64Milli({at:Int64}, 'UTC')
      AND (workspace_id, logical_request_id) < ({workspace:String}, {request:String})))`;

export function createRefusalReader(clickhouse: Pick<AnalyticsClient, 'query'>): ReadRefusals {
  return async (search) => {
    const rows = await queryRows<RefusalRow>(clickhouse, {
      query: statementFor(search),
      query_params: paramsOf(search),
      clickhouse_settings: READ_BUDGET,
    });
    return rows.map(toRefusedCall);
  };
}

interface RefusalRow {
  readonly organization_id: string;
  readonly workspace_id: string;
  readonly application_id: string;
  readonly gateway_id: string;
  readonly environment_id: string;
  readonly team_id: string;
  readonly key_id: string;
  readonly route_id: string;
  readonly logical_request_id: string;
  readonly terminal_kind: string;
  /** Empty if the row states no limit. */
  readonly limit_id: string;
  readonly limit_node: string;
  readonly limit_unit: string;
  readonly amount: string | null;
  readonly observed: string | null;
  readonly bound: string | null;
  /** Unix milliseconds. */
  readonly resets: string | null;
  /** Unix milliseconds. */
  readonly admitted: string;
  /** Unix milliseconds. */
  readonly ended: string;
}

function statementFor({ environmentId, keyId, limitId, after, horizons }: RefusalSearch): string {
  const conditions = [
    `status = 'refused' AND terminal_kind IN {codes:Array(String)} AND ${OURS}`,
    "admitted_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')",
    ...(environmentId === undefined ? [] : ['environment_id = {environment:String}']),
    ...(keyId === undefined ? [] : ['key_id = {key:String}']),
    ...(limitId === undefined ? [] : ['limit_id = {limitId:String}']),
    ...(after === undefined ? [] : [AFTER]),
    ...(horizons.size === 0 ? [] : [retainedCondition(horizons)]),
  ];
  return `SELECT organization_id, workspace_id, application_id, gateway_id, environment_id, team_id, key_id, route_id,
      logical_request_id, terminal_kind, limit_id, limit_node, limit_unit, toString(limit_amount) AS amount,
      toString(limit_observed) AS observed, toString(limit_bound) AS bound,
      toString(toUnixTimestamp64Milli(limit_resets_at)) AS resets,
      toString(toUnixTimestamp64Milli(admitted_at)) AS admitted,
      toString(toUnixTimestamp64Milli(terminal_at)) AS ended
    FROM request_terminals_v1
    WHERE ${conditions.join('\n      AND ')}
    ORDER BY admitted_at DESC, workspace_id DESC, logical_request_id DESC
    LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;
}

/** The condition for facts after the horizons of their workspaces. */
function retainedCondition(horizons: RefusalSearch['horizons']): string {
  const begins = [...horizons.values()].map(Number);
  return `toUnixTimestamp64Milli(admitted_at) >= transform(workspace_id, [${textLiterals([...horizons.keys()])}], [${begins.join()}], 0)`;
}

function paramsOf(search: RefusalSearch): Record<string, unknown> {
  const { since, code, environmentId, keyId, limitId, after, offset, limit } = search;
  return {
    codes: code === undefined ? RECORDED_REFUSALS : [code],
    since: since.getTime(),
    ...(environmentId !== undefined && { environment: environmentId }),
    ...(keyId !== undefined && { key: keyId }),
    ...(limitId !== undefined && { limitId }),
    ...(after && { at: after.admittedAt.getTime(), workspace: after.workspaceId, request: after.requestId }),
    ...{ offset, limit },
  };
}

function toRefusedCall(row: RefusalRow): RefusedCallFact {
  return {
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    applicationId: row.application_id,
    gatewayId: row.gateway_id,
    environmentId: row.environment_id,
    owner: row.team_id,
    keyId: row.key_id,
    routeId: row.route_id,
    requestId: row.logical_request_id,
    code: row.terminal_kind as RecordedRefusal,
    limit: toRefusingLimitFact(row),
    admittedAt: new Date(Number(row.admitted)),
    refusedAt: new Date(Number(row.ended)),
  };
}

/** The limit of a row; undefined if the row states none. A row that states a limit has its maximum and its bound. */
function toRefusingLimitFact(row: RefusalRow): RefusingLimitFact | undefined {
  const { limit_id: id, amount, observed, bound, resets } = row;
  if (id === '' || amount === null || bound === null) return undefined;
  return {
    ...{ id, node: row.limit_node, unit: row.limit_unit as LimitUnit, limit: amount, bound },
    observed: observed ?? undefined,
    resetsAt: resets === null ? undefined : new Date(Number(resets)),
  };
}
