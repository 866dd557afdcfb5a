import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { CALLER_COLUMNS, splitDimensions, type CallerRow } from '../indexer/events/caller-columns.ts';
import { DIMENSION_COLUMNS } from '../indexer/events/fact-rows.ts';

/** The members that a transition repeats from the effect whose price it settles. */
export type EffectDimensions = Omit<
  CostEffect,
  'event' | 'effect_id' | 'effect_kind' | 'price_state' | 'previous_price_state' | 'nanos' | 'estimated'
>;

/** An effect without a price, with the data that a later price table needs to price it. */
export interface UnpricedEffect {
  readonly effectId: string;
  readonly dimensions: EffectDimensions;
  /** The reason why the table had no price for the effect. */
  readonly reason: string;
  /** A `PriceBasis` as a text. */
  readonly basis: string;
}

/** A workspace by its ids. */
export interface EffectWorkspace {
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** A range of arrival sequences that excludes its lower bound. */
export interface ArrivalRange {
  readonly after: bigint;
  readonly through: bigint;
}

/** A part of a range of arrivals. */
export interface EffectPage {
  /** The effects that are unpriced now, in the order of their arrival. */
  readonly effects: readonly UnpricedEffect[];
  /** The number of effects in this part that became unpriced, including those that have a price by now. */
  readonly found: number;
  /** The last sequence of the part. */
  readonly through: bigint;
}

/**
 * The unpriced effects of one reason, provider and model that no price table can settle, because they have no basis.
 */
export interface EffectsWithoutBasis {
  /** The reason; empty if it is unknown. */
  readonly reason: string;
  readonly provider: string;
  readonly model: string;
  readonly effects: number;
}

export interface UnpricedEffectFinder {
  /** Finds the workspaces in which effects with a basis became unpriced. */
  workspaces(range: ArrivalRange, signal: AbortSignal): Promise<EffectWorkspace[]>;
  /** Finds the next effects of a workspace that became unpriced with a basis, up to a maximum number. */
  page(workspace: EffectWorkspace, range: ArrivalRange, limit: number, signal: AbortSignal): Promise<EffectPage>;
  /** Counts all unpriced effects without a basis, the most frequent first, in at most 1,000 rows. */
  withoutBasis(signal: AbortSignal): Promise<EffectsWithoutBasis[]>;
}

const BECAME = `unpriced = 1 AND price_basis != ''
  AND arrival_seq > {after:UInt64} AND arrival_seq <= {through:UInt64}`;

/** The members that a transition shares with the effect that it changes and that identify the attempt. */
const SETTLED = ['logical_request_id', 'attempt_id', 'occurred_at'] as const;

const CALLED = ['attempt_id', 'provider_id', 'provider_model', 'connection_id', 'occurred_at'] as const;

const COLUMNS = [...DIMENSION_COLUMNS, ...CALLED, 'effect_id', 'unpriced_reason', 'price_basis'] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number] | 'seq', string>> & CallerRow;

type LeftRow = Readonly<Record<(typeof SETTLED)[number] | 'left', string>>;

export function createUnpricedEffectFinder(clickhouse: Pick<AnalyticsClient, 'query'>): UnpricedEffectFinder {
  const rowsOf = async <Found>(query: string, params: object, signal: AbortSignal): Promise<Found[]> => {
    const answer = await clickhouse.query({
      query,
      query_params: { ...params },
      // One thread: this query is not urgent, but loading and reads are.
      clickhouse_settings: { date_time_output_format: 'iso', max_threads: 1 },
      format: 'JSONEachRow',
      abort_signal: signal,
    });
    return answer.json<Found>();
  };
  return {
    workspaces: ({ after, through }, signal) =>
      rowsOf(
        `SELECT DISTINCT organization_id AS organizationId, workspace_id AS workspaceId FROM cost_effects_v1
         WHERE ${BECAME} ORDER BY organizationId, workspaceId`,
        { after: String(after), through: String(through) },
        signal,
      ),

    async page({ organizationId, workspaceId }, { after, through }, limit, signal) {
      const place = { organization: organizationId, workspace: workspaceId };
      const rows = await rowsOf<Row>(
        `SELECT ${[...COLUMNS, ...CALLER_COLUMNS].join(', ')}, toString(arrival_seq) AS seq FROM cost_effects_v1
         WHERE organization_id = {organization:String} AND workspace_id = {workspace:String} AND ${BECAME}
         ORDER BY arrival_seq LIMIT {limit:UInt32}`,
        { ...place, after: String(after), through: String(through), limit },
        signal,
      );
      const last = rows.at(-1);
      if (last === undefined) return { effects: [], found: 0, through };
      const ids = [...new Set(rows.map((row) => row.logical_request_id))];
      const left = await rowsOf<LeftRow>(
        `SELECT ${SETTLED.join(', ')}, toString(sum(unpriced)) AS left FROM cost_effects_v1
         WHERE organization_id = {organization:String} AND workspace_id = {workspace:String} AND unpriced != 0
           AND logical_request_id IN {ids:Array(String)}
         GROUP BY ${SETTLED.join(', ')}`,
        { ...place, ids },
        signal,
      );
      const effects = stillUnpriced(rows, left).map(effectOf);
      return { effects, found: rows.length, through: rows.length < limit ? through : BigInt(last.seq) };
    },

    withoutBasis: (signal) =>
      rowsOf(
        `SELECT reason, provider, model, toFloat64(count()) AS effects FROM (
           SELECT max(toString(unpriced_reason)) AS reason, provider_id AS provider, provider_model AS model
           FROM cost_effects_v1 WHERE unpriced != 0
           GROUP BY organization_id, workspace_id, ${SETTLED.join(', ')}, provider_id, provider_model
           HAVING sum(unpriced) > 0 AND max(price_basis) = '')
         GROUP BY reason, provider, model ORDER BY effects DESC, reason, provider, model LIMIT 1000
         SETTINGS max_bytes_before_external_group_by = 268435456`,
        {},
        signal,
      ),
  };
}

/**
 * The effects that are still unpriced. Each price leaves the state once, so among indistinguishable effects, one for
 * each transition is no longer unpriced.
 */
function stillUnpriced(rows: readonly Row[], left: readonly LeftRow[]): Row[] {
  const keyOf = (row: Readonly<Record<(typeof SETTLED)[number], string>>): string =>
    SETTLED.map((name) => row[name]).join('\t');
  const counts = new Map(left.map((row) => [keyOf(row), Number(row.left)]));
  return rows.filter((row) => {
    const key = keyOf(row);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count > 0;
  });
}

/** The effect of a row. Empty columns become absent members. */
function effectOf(row: Row): UnpricedEffect {
  const [stated, columns] = splitDimensions(row);
  const { seq: _, effect_id: effectId, unpriced_reason: reason, price_basis: basis, ...about } = columns;
  const { organization_id, workspace_id, application_id, gateway_id, environment_id, ...texts } = about;
  const given = Object.entries(texts).filter(([, value]) => value !== '');
  const dimensions = {
    schema: 1,
    scope: { organization_id, workspace_id, application_id, gateway_id, environment_id },
    ...Object.fromEntries(given),
    ...stated,
  } as EffectDimensions;
  return { effectId, dimensions, reason, basis };
}
