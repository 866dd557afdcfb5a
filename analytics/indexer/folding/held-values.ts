import { Buffer } from 'node:buffer';
import { TAG_DIMENSION_PREFIX } from '../../../domain/insight/caller-dimensions.ts';
import { FOLDED_VALUE } from '../../../domain/insight/folded-values.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { statementBytes } from '../../statements/statement-bytes.ts';
import { environmentDayId, type EnvironmentDay } from './environment-day.ts';
import { columnOfDimension, type FoldedDimension } from './folded-dimension.ts';

/** The rollup with a row for each value of each dimension. */
const DIMENSION_SUMS = 'dimension_sums_by_day_v1';

/** The maximum number of values that one statement looks up: about 10 MB of text. */
const VALUES_AT_ONCE = 50_000;

/** The maximum number of keys whose numbers of values are read: those with the most values. */
export const MAX_COUNTED_KEYS = 10_000;

const DAY_SECONDS = 86_400;

/** True for a tag in the rollup. */
const IS_TAG = `startsWith(dimension, '${TAG_DIMENSION_PREFIX}')`;

/** The expression for the key and the value of a tag in the rollup, as `valuesInText` gives them. */
const TAG_OF_ROW = `concat(substring(dimension, ${TAG_DIMENSION_PREFIX.length + 1}), '\\t', value)`;

/**
 * The number of values of each dimension on some days of environments, by the id of the environment and day. A
 * dimension without values is absent. Values of batches that are not loaded yet are not counted.
 */
export async function countValues(
  clickhouse: AnalyticsClient,
  days: readonly EnvironmentDay[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const starts = days.map(({ day }) => day);
  const rows = await rowsOf<{ environment: string; day: number; name: string; found: string }>(
    clickhouse,
    `SELECT environment_id AS environment, toUnixTimestamp(period) AS day,
        if(${IS_TAG}, 'tags', toString(dimension)) AS name, toString(uniqExact(dimension, value)) AS found
      FROM ${DIMENSION_SUMS}
      WHERE organization_id IN (${texts(days.map(({ organizationId }) => organizationId))})
        AND workspace_id IN (${texts(days.map(({ workspaceId }) => workspaceId))})
        AND period >= toDateTime(${min(starts)}, 'UTC') AND period <= toDateTime(${max(starts)}, 'UTC')
        AND toUnixTimestamp(period) IN (${[...new Set(starts)].join(', ')})
        AND environment_id IN (${texts(days.map(({ environmentId }) => environmentId))})
        AND value != ${literal(FOLDED_VALUE)}
      GROUP BY environment, day, name`,
  );
  const counts = new Map<string, Map<string, number>>();
  for (const { environment: environmentId, day, name, found } of rows) {
    const id = environmentDayId({ environmentId, day });
    const ofDay = counts.get(id) ?? new Map<string, number>();
    counts.set(id, ofDay);
    ofDay.set(name, Number(found));
  }
  return counts;
}

/**
 * The number of values that each virtual key states in a dimension on a day, by estimate, for the keys with the most
 * values. A value counts for each key that states it.
 */
export async function countValuesByKey(
  clickhouse: AnalyticsClient,
  at: EnvironmentDay,
  dimension: FoldedDimension,
): Promise<Map<string, number>> {
  const column = `\`${columnOfDimension(dimension)}\``;
  const [counted, stated, folded] =
    dimension === 'tags'
      ? [
          `uniqCombinedArray(arrayMap((tag, text) -> concat(tag, '\\t', text), mapKeys(tags), mapValues(tags)))`,
          'notEmpty(tags)',
          `has(mapValues(tags), ${literal(FOLDED_VALUE)})`,
        ]
      : [`uniqCombined(${column})`, `${column} != ''`, `${column} = ${literal(FOLDED_VALUE)}`];
  const rows = await rowsOf<{ key: string; found: string }>(
    clickhouse,
    `SELECT key_id AS key, toString(${counted}) AS found FROM request_admissions_v1
      WHERE organization_id = ${literal(at.organizationId)} AND workspace_id = ${literal(at.workspaceId)}
        AND admitted_at >= toDateTime(${at.day}, 'UTC') AND admitted_at < toDateTime(${at.day + DAY_SECONDS}, 'UTC')
        AND environment_id = ${literal(at.environmentId)} AND ${stated} AND NOT ${folded}
      GROUP BY key ORDER BY toUInt64(found) DESC, key LIMIT ${MAX_COUNTED_KEYS}`,
  );
  return new Map(rows.map(({ key, found }) => [key, Number(found)]));
}

/** The values among these that the rollup contains for a dimension on a day. */
export async function findKnownValues(
  clickhouse: AnalyticsClient,
  at: EnvironmentDay,
  dimension: FoldedDimension,
  candidates: readonly string[],
): Promise<Set<string>> {
  const known = new Set<string>();
  const [expression, ofDimension] =
    dimension === 'tags' ? [TAG_OF_ROW, IS_TAG] : ['value', `dimension = ${literal(dimension)}`];
  for (let start = 0; start < candidates.length; start += VALUES_AT_ONCE) {
    const rows = await rowsOf<{ found: string }>(
      clickhouse,
      `SELECT DISTINCT ${expression} AS found FROM ${DIMENSION_SUMS}
        WHERE organization_id = ${literal(at.organizationId)} AND workspace_id = ${literal(at.workspaceId)}
          AND ${ofDimension} AND period = toDateTime(${at.day}, 'UTC')
          AND environment_id = ${literal(at.environmentId)}
          AND ${expression} IN (${texts(candidates.slice(start, start + VALUES_AT_ONCE))})`,
    );
    for (const { found } of rows) known.add(found);
  }
  return known;
}

/**
 * The rows of a statement of any length. The engine buffers the result until it is complete, because missing rows would
 * count as unknown values. It does not log the statement, because values of callers can identify persons.
 */
async function rowsOf<Row>(clickhouse: AnalyticsClient, query: string): Promise<Row[]> {
  const result = await clickhouse.query({
    query,
    format: 'JSONEachRow',
    clickhouse_settings: { wait_end_of_query: 1, log_queries: 0, max_query_size: statementBytes(query) },
  });
  return result.json<Row>();
}

/** A text as a literal of hexadecimal digits, so that no text of a caller is a part of the statement. */
function literal(text: string): string {
  return `unhex('${Buffer.from(text).toString('hex')}')`;
}

/** A list of distinct texts without line feeds, as a subquery of one literal. */
function texts(values: readonly string[]): string {
  return `SELECT arrayJoin(splitByChar('\\n', ${literal([...new Set(values)].join('\n'))}))`;
}

function min(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Infinity);
}

function max(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), 0);
}
