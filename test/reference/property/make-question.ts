import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { MEASUREMENT_CATALOGUE } from '../../../contracts/insight/measurement-catalogue.ts';
import type { ReadScope } from '../../../domain/tenancy/scope.ts';
import {
  GRAINS,
  LATENCY_OUTCOMES,
  OUTCOME_VALUES,
  PURPOSES,
  type Grain,
} from '../../../domain/insight/insight-sets.ts';
import { FACETS, CHOICE_MEMBERS } from '../../../domain/insight/dimensions.ts';
import type { Random } from '../../../testing/random.ts';
import { makeDimensionFilter, makeDimensionSplit } from './make-dimensions.ts';
import { toIsoText, makeTime } from './make-requests.ts';
import { LEAVES } from './tenants.ts';
import * as words from './vocabulary.ts';

export interface MadeQuestion {
  readonly scope: ReadScope;
  readonly query: InsightQuery;
}

/** A random caller, the members of a read context's identity, and a question in that frame. */
export function makeQuestion(random: Random): MadeQuestion {
  const { scope, frame } = makeFrame(random);
  return { scope, query: makeQuery(random, frame) };
}

export type Frame = Pick<
  InsightQuery,
  'schema' | 'scope' | 'from' | 'to' | 'purposes' | 'release_ids' | 'display_tz' | 'read_context'
>;

export function makeFrame(random: Random): { scope: ReadScope; frame: Frame } {
  const workspaceId = random.chance(0.8) ? 't_one' : 't_two';
  const leaves = LEAVES.filter((leaf) => leaf.workspace_id === workspaceId);
  const environments = random.chance(0.5) ? leaves : random.some(leaves, 1);
  return {
    scope: {
      subjectId: 'sub_asker',
      authorityEpoch: '7',
      organizationId: leaves[0]!.organization_id,
      workspaceId,
      environmentIds: environments.map((leaf) => leaf.environment_id).sort(),
      mayReadCost: random.chance(0.85),
      mayReadContent: random.chance(0.5),
      mayReadDimensions: random.chance(0.85),
    },
    frame: {
      schema: 1,
      scope: {},
      ...makeWindow(random),
      ...(random.chance(0.6) && { purposes: random.some(PURPOSES, 1) }),
      ...(random.chance(0.25) && { release_ids: random.some(random.chance(0.9) ? words.RELEASES : ['r-none'], 1) }),
      ...(random.chance(0.3) && {
        display_tz: random.pick(['Asia/Kolkata', 'America/New_York', 'Pacific/Apia', 'UTC', 'Europe/Berlin']),
      }),
    },
  };
}

/** The members that split the groups of a question. */
type Split = Pick<InsightQuery, 'facets' | 'top_values' | 'dimensions' | 'dimension_values' | 'ranked_by'>;

/** A question of any shape in a frame. */
export function makeQuery(random: Random, frame: Frame): InsightQuery {
  const shape = random.pick(['overview', 'series', 'facets', 'drilldown', 'drilldown', 'markers'] as const);
  switch (shape) {
    case 'overview':
      return {
        ...frame,
        shape,
        metrics: makeMetrics(random),
        ...makeFilters(random),
        ...(random.chance(0.4) && { comparison: 'previous_period' }),
      };
    case 'series': {
      const grain = makeGrain(random, frame);
      return {
        ...frame,
        shape,
        grain,
        ...(random.chance(0.5) && { bucket_tz: random.pick(BUCKET_ZONES) }),
        metrics: makeMetrics(random),
        ...makeFilters(random),
        ...random.pick<Split>([
          {},
          { facets: [random.pick(FACETS)], ...makeTop(random) },
          makeDimensionSplit(random, 1),
        ]),
      };
    }
    case 'facets':
      return {
        ...frame,
        shape,
        metrics: makeMetrics(random),
        ...makeFilters(random),
        ...random.pick<Split>([
          { facets: random.some(FACETS, 1).slice(0, 3), ...makeTop(random) },
          makeDimensionSplit(random, 3),
        ]),
      };
    case 'drilldown':
      return makeDrilldown(random, frame);
    case 'markers':
      return { ...frame, shape, ...(random.chance(0.5) && { page_size: random.whole(1, 12) }) };
  }
}

function makeWindow(random: Random): { from: string; to: string } {
  const day = words.BUSY_FROM_MS + random.whole(0, 4) * words.DAY_MS;
  const hour = words.BUSY_FROM_MS + random.whole(0, 5 * 24 - 1) * words.HOUR_MS;
  const edge = random.pick(words.EDGES_MS);
  const [one, other] = [makeTime(random), makeTime(random)];
  const [fromMs, toMs] = random.pick([
    [day, day + random.whole(1, 5) * words.DAY_MS],
    [day, day + random.whole(1, 5) * words.DAY_MS],
    [hour, hour + random.whole(1, 40) * words.HOUR_MS],
    [hour, hour + random.whole(1, 40) * words.HOUR_MS],
    [Math.min(one, other), Math.max(one, other) + 1],
    [Math.min(one, other), Math.max(one, other) + 1],
    [edge, edge + random.pick([1, 2, words.HOUR_MS, words.DAY_MS])],
    [edge - random.whole(1, words.DAY_MS), edge + random.whole(0, 1)],
    [words.WIDE_FROM_MS - 3 * words.DAY_MS, words.WIDE_TO_MS],
    [Date.UTC(2026, random.whole(0, 2), 1), Date.UTC(2026, 3, 1)],
    [Date.UTC(2020, 0, 1), Date.UTC(2020, 0, 9)],
  ] as const);
  return { from: written(random, fromMs), to: written(random, toMs) };
}

/** The same instant with another offset, or with an added part of a millisecond. */
function written(random: Random, milliseconds: number): string {
  if (random.chance(0.8)) return toIsoText(milliseconds);
  if (random.chance(0.5)) return toIsoText(milliseconds + 19_800_000).replace('Z', '+05:30');
  return toIsoText(milliseconds).replace('Z', '999999Z');
}

const BUCKET_MS: Readonly<Record<Grain, number>> = {
  hour: words.HOUR_MS,
  day: words.DAY_MS,
  week: 7 * words.DAY_MS,
  month: 30 * words.DAY_MS,
};

/** Any grain that gives at most a hundred buckets. */
function makeGrain(random: Random, { from, to }: Frame): Grain {
  const milliseconds = Date.parse(to) - Date.parse(from);
  return random.pick(GRAINS.filter((grain) => milliseconds / BUCKET_MS[grain] <= 100));
}

/** Zones with offsets of full, half and quarter hours. Some change their clocks in March, the last one at midnight. */
const BUCKET_ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'America/Havana',
] as const;

const METRICS = Object.keys(MEASUREMENT_CATALOGUE);

function makeMetrics(random: Random): string[] {
  if (random.chance(0.15)) return METRICS;
  const absent = random.chance(0.05) ? [random.pick(['requests.v7', 'provider_spend.v2', 'saved_view.v3'])] : [];
  return [...random.some(METRICS, 1).slice(0, random.whole(1, 12)), ...absent];
}

function makeDrilldown(random: Random, frame: Frame): InsightQuery {
  const page = random.chance(0.6) ? { page_size: random.whole(1, 100) } : {};
  const question = { ...frame, ...page, shape: 'drilldown' } as const;
  const request = `req-${String(random.whole(1, 400)).padStart(5, '0')}`;
  switch (random.pick(['request', 'request', 'attempt', 'feedback'] as const)) {
    case 'request':
      return { ...question, drilldown: 'request', ...makeChart(random, frame), ...makeDimensionFilter(random) };
    case 'attempt':
      return {
        ...question,
        drilldown: 'attempt',
        ...(random.chance(0.6) && {
          attempt_filter: {
            ...(random.chance(0.3) && { provider_id: random.pick(words.PROVIDERS) }),
            ...(random.chance(0.3) && { provider_model: random.pick(words.MODELS) }),
            ...(random.chance(0.6) && { cost_effects_only: random.chance(0.9) }),
            ...(random.chance(0.15) && { logical_request_id: request }),
          },
        }),
      };
    case 'feedback':
      return {
        ...question,
        drilldown: 'feedback',
        ...(random.chance(0.4) && {
          feedback_filter: {
            ...(random.chance(0.5) && { match: random.pick(['matched', 'pending', 'unmatched']) }),
            ...(random.chance(0.2) && { logical_request_id: request }),
          },
        }),
      };
  }
}

/** Follows a figure of a chart in half of the cases, which requires one purpose. */
function makeChart(random: Random, { purposes }: Frame): Partial<InsightQuery> {
  if (random.chance(0.5) || (purposes?.length ?? 1) > 1) return {};
  const facet = random.chance(0.5) ? { facet_filter: makeFacetFilter(random) } : {};
  if (random.chance(0.4)) return facet;
  const min = random.whole(0, 1_500);
  return {
    ...facet,
    latency_filter: {
      metric: random.pick(['response_latency.v1', 'first_output_latency.v1']),
      ...(random.chance(0.5) && { min_ms: random.pick([0, min]) }),
      ...(random.chance(0.5) && { max_ms: min + random.whole(1, 2_000) }),
      ...(random.chance(0.5) && { outcome: random.pick(LATENCY_OUTCOMES) }),
    },
  };
}

function makeFacetFilter(random: Random): NonNullable<InsightQuery['facet_filter']> {
  const value = (values: readonly string[]): { value?: string } =>
    random.chance(0.8) ? { value: random.pick(values) } : {};
  return random.pick([
    random.chance(0.3) ? { member: 'final_model', unserved: true } : { member: 'final_model', ...value(words.MODELS) },
    { member: 'outcome', value: random.pick(OUTCOME_VALUES) },
    { member: 'release', ...value(words.RELEASES) },
    { member: 'connection', ...value(words.CONNECTIONS) },
    { member: 'purpose', ...value(PURPOSES) },
  ] as const);
}

/** Narrows figures to groups, to what callers state, or to both. */
function makeFilters(random: Random): Pick<InsightQuery, 'group_filter' | 'dimension_filter'> {
  return { ...makeGroupFilter(random), ...makeDimensionFilter(random) };
}

/** Narrows a third of the questions, most by one member. A filter selects values, facts without a value, or both. */
function makeGroupFilter(random: Random): Pick<InsightQuery, 'group_filter'> {
  if (random.chance(0.65)) return {};
  const values = <Value extends string>(all: readonly Value[]): { values: Value[] } => ({
    values: random.some(all, 1).slice(0, 3),
  });
  const members: NonNullable<InsightQuery['group_filter']> = {
    final_model: random.pick([values(words.MODELS), { unserved: true }, { ...values(words.MODELS), unserved: true }]),
    route: random.pick([
      values(words.ROUTES),
      { unnamed: true },
      { unserved: true },
      { ...values(words.ROUTES), unnamed: true, unserved: true },
    ]),
    outcome: values(OUTCOME_VALUES),
    connection: random.pick([
      values(words.CONNECTIONS),
      { unnamed: true },
      { ...values(['conn-none', ...words.CONNECTIONS]), unnamed: true },
    ]),
    team: random.pick([values(words.TEAMS), { unnamed: true }, { ...values(words.TEAMS), unnamed: true }]),
  };
  const chosen = random.some(CHOICE_MEMBERS, 1).slice(0, random.chance(0.7) ? 1 : 3);
  return { group_filter: Object.fromEntries(chosen.map((member) => [member, members[member]])) };
}

/** A number of values, usually less than the number of existing values. */
function makeTop(random: Random): Pick<InsightQuery, 'top_values'> {
  return random.chance(0.4) ? { top_values: random.pick([1, 1, 2, 3, 25]) } : {};
}
