import { listBuckets } from '../../domain/insight/windows/buckets.ts';
import { GRAINS, OUTCOME_VALUES } from '../../domain/insight/insight-sets.ts';
import { dimensionOf, FACETS } from '../../domain/insight/dimensions.ts';
import { invalidMember, Refusal, type RefusalCode, collectRefusals } from '../../domain/kernel/errors.ts';
import { parseInstant } from '../../domain/kernel/parse-instant.ts';
import { isTimeZone, unknownZoneDetail } from '../wire/time-zone.ts';
import { isKnownName } from '../../domain/insight/metrics/metrics.ts';
import { DRILLDOWNS, type InsightQuery, type StoredQuestion } from './insight-query.ts';
import { QUERY_LIMITS } from './terms/query-limits.ts';
import { nearestMetric } from './nearest-metric.ts';

type Members = StoredQuestion & Pick<InsightQuery, 'cursor' | 'read_context'>;

/**
 * Refuses a question that is valid by its schema but inconsistent. Every question is checked before it is read; a
 * stored question is checked when it is written and when it is opened. All faults are reported together.
 *
 * @throws Refusal `scope_required`, `validation_failed`, `invalid_query`, `metric_version_unknown`,
 *   `purpose_mixing_refused` or `window_too_large`
 */
export function refuseInconsistentQuestion(query: Members): void {
  collectRefusals([
    () => refuseMissingScope(query),
    () => refuseUnknownZone('display_tz', query.display_tz),
    () => refuseUnknownZone('bucket_tz', query.bucket_tz),
    () => refuseMisplacedFilters(query),
    ...misplacedMembers(query),
    () => refuseMisusedPaging(query),
    () => refuseUnknownMetrics(query.metrics ?? []),
    () => refuseWindow(query),
  ]);
}

function refuseMissingScope({ scope }: Members): void {
  if (scope === undefined)
    throw faulty(
      'scope_required',
      '/scope',
      'The question has no scope. Send `scope`. An empty object means everything that you can read.',
    );
}

function refuseUnknownZone(member: string, zone: string | undefined): void {
  if (zone === undefined || isTimeZone(zone)) return;
  const detail = unknownZoneDetail(zone);
  throw new Refusal('validation_failed', `/${member} ${detail}`, { faults: [{ pointer: `/${member}`, detail }] });
}

function refuseWindow(query: Members): void {
  if (query.from === undefined || query.to === undefined) return;
  const { from, to } = questionWindow({ from: query.from, to: query.to });
  refuseTooManyBuckets(query, from, to);
  refuseTooManyValues(query, from, to);
}

/**
 * The half-open window of a question.
 *
 * @throws Refusal `validation_failed` for an instant that does not exist, `invalid_query` for an empty or reversed
 * window, `window_too_large` beyond 1,100 days
 */
export function questionWindow(query: { readonly from: string; readonly to: string }): { from: Date; to: Date } {
  const bounds = { from: new Date(Number.NaN), to: new Date(Number.NaN) };
  collectRefusals([
    () => {
      bounds.from = boundOf('from', query.from);
    },
    () => {
      bounds.to = boundOf('to', query.to);
    },
  ]);
  const { from, to } = bounds;
  const milliseconds = to.getTime() - from.getTime();
  if (milliseconds < 0) throw misfit('/to', 'The window ends before it begins. Exchange `from` and `to`.');
  if (milliseconds === 0) throw misfit('/to', 'The window is empty. `to` must be after `from`.');
  if (milliseconds > QUERY_LIMITS.max_window_days * 86_400_000) {
    throw faulty(
      'window_too_large',
      '/to',
      `The window is longer than ${QUERY_LIMITS.max_window_days} days. Shorten the window.`,
    );
  }
  return { from, to };
}

function boundOf(member: 'from' | 'to', text: string): Date {
  const instant = parseInstant(text);
  if (instant === undefined)
    throw invalidMember(`/${member}`, `The instant in \`${member}\` does not exist. Check its day and time.`);
  return instant;
}

/**
 * True for a drilldown from a figure of a chart to its requests. Its answer is one page of at most 100 rows, without a
 * cursor.
 */
export function isChartOpened(query: Pick<InsightQuery, 'latency_filter' | 'facet_filter'>): boolean {
  return query.latency_filter !== undefined || query.facet_filter !== undefined;
}

function refuseMisplacedFilters({ shape, drilldown, ...query }: Members): void {
  const grain = shape === 'drilldown' ? drilldown : undefined;
  if (query.attempt_filter !== undefined) {
    if (grain !== 'attempt')
      throw invalidMember(
        '/attempt_filter',
        'Only a drilldown of the grain `attempt` accepts `attempt_filter`. Omit it.',
      );
  }
  if (query.feedback_filter !== undefined) {
    if (grain !== 'feedback')
      throw misfit('/feedback_filter', 'Only a drilldown of the grain `feedback` accepts `feedback_filter`. Omit it.');
  }
  if (query.latency_filter !== undefined) {
    if (grain !== 'request')
      throw misfit('/latency_filter', 'Only a drilldown of the grain `request` accepts `latency_filter`. Omit it.');
    const { min_ms: minMs = 0, max_ms: maxMs = Infinity } = query.latency_filter;
    if (minMs >= maxMs)
      throw misfit(
        '/latency_filter',
        'No latency is within the bounds of `latency_filter`. Set `min_ms` below `max_ms`.',
      );
  }
  if (query.facet_filter === undefined) return;
  if (grain !== 'request')
    throw misfit('/facet_filter', 'Only a drilldown of the grain `request` accepts `facet_filter`. Omit it.');
  refuseUnfollowableFacet(query.facet_filter);
}

function refuseUnfollowableFacet({ member, value, unserved }: NonNullable<Members['facet_filter']>): void {
  if (!dimensionOf(member).isInRequestRows) {
    throw misfit(
      '/facet_filter/member',
      `The rows of a drilldown of the grain \`request\` do not have the facet \`${member}\`. Choose another facet.`,
    );
  }
  if (unserved !== undefined && (member !== 'final_model' || value !== undefined)) {
    throw misfit(
      '/facet_filter/unserved',
      'Only the facet `final_model` has an unserved group, and that group has no value. Omit `unserved` or `value`.',
    );
  }
  if (member === 'outcome' && !OUTCOME_VALUES.some((outcome) => outcome === value)) {
    throw misfit(
      '/facet_filter/value',
      `The facet \`outcome\` has no such value. Use one of ${OUTCOME_VALUES.join(', ')}.`,
    );
  }
}

const FIGURES = 'the overview, series and facets shapes';

/** The checks of the members that belong to certain shapes. */
function misplacedMembers(query: Members): (() => void)[] {
  const { shape, grain, drilldown, metrics, facets, dimensions } = query;
  const [isSeries, isDrilldown] = [shape === 'series', shape === 'drilldown'];
  const listed = 'such as requests.v1; GET …/insights/catalog lists all of them';
  return [
    () => demand(grain !== undefined, isSeries, 'grain', 'the series shape', oneOf(GRAINS)),
    () => demand(drilldown !== undefined, isDrilldown, 'drilldown', 'the drilldown shape', oneOf(DRILLDOWNS)),
    () => demand(metrics !== undefined, !hasRows(query), 'metrics', FIGURES, listed),
    () => {
      if (!isSeries) {
        const isDue = shape === 'facets' && dimensions === undefined;
        if (facets === undefined || dimensions === undefined)
          demand(facets !== undefined, isDue, 'facets', 'the facets and series shapes', FACETS_OR_DIMENSIONS);
      } else if ((facets?.length ?? 0) > 1)
        throw misfit('/facets', 'A series can be split by at most one facet. Send one facet.');
    },
    () => refuseMisplacedDimensions(query),
    () => refuseMisplacedDetails(query),
  ];
}

/** Refuses dimensions that the shape cannot have, and members that need dimensions. */
function refuseMisplacedDimensions(query: Members): void {
  const { shape, dimensions, facets } = query;
  if (dimensions === undefined) {
    for (const member of ['dimension_values', 'ranked_by'] as const)
      if (query[member] !== undefined)
        throw misfit(`/${member}`, `The member \`${member}\` needs \`dimensions\`. Send \`dimensions\`, or omit it.`);
    return;
  }
  if (shape !== 'facets' && shape !== 'series')
    throw misfit('/dimensions', 'The member `dimensions` belongs only to the facets and series shapes. Omit it.');
  if (facets !== undefined)
    throw misfit('/dimensions', 'A question has groups of facets or of dimensions, not both. Send two questions.');
  if (shape === 'series' && dimensions.length > 1)
    throw misfit('/dimensions', 'A series can be split by at most one dimension. Send one dimension.');
}

const FACETS_OR_DIMENSIONS = `${oneOf(FACETS)}, or send \`dimensions\``;

function oneOf(names: readonly string[]): string {
  return `one of ${names.join(', ')}`;
}

/** Refuses members that only narrow, split or compare. */
function refuseMisplacedDetails(query: Members): void {
  const { shape } = query;
  if (query.top_values !== undefined && query.facets === undefined) {
    throw misfit('/top_values', 'The member `top_values` belongs only to the facets shape. Omit it.');
  }
  if (query.bucket_tz !== undefined && shape !== 'series') {
    throw misfit('/bucket_tz', 'The member `bucket_tz` belongs only to the series shape. Omit it.');
  }
  if (query.group_filter !== undefined && hasRows(query)) {
    throw misfit('/group_filter', `The member \`group_filter\` belongs only to ${FIGURES}. Omit it.`);
  }
  if (query.dimension_filter !== undefined && hasRows(query) && query.drilldown !== 'request') {
    throw misfit(
      '/dimension_filter',
      `The member \`dimension_filter\` belongs only to ${FIGURES}, and to drilldowns of the grain \`request\`. Omit it.`,
    );
  }
  if (query.comparison !== undefined && shape !== 'overview') {
    throw misfit('/comparison', 'The member `comparison` belongs only to the overview shape. Omit it.');
  }
}

function refuseMisusedPaging(query: Members): void {
  for (const member of ['cursor', 'page_size'] as const) {
    if (query[member] !== undefined && !hasRows(query)) {
      throw misfit(`/${member}`, `Only row shapes have pages. Omit \`${member}\`.`);
    }
  }
  if (query.cursor !== undefined && query.read_context === undefined) {
    throw misfit('/read_context', 'A cursor needs the read context of its page. Send `read_context` with the cursor.');
  }
  if (!isChartOpened(query)) return;
  if (query.cursor !== undefined) throw misfit('/cursor', 'A drilldown from a chart has only one page. Omit `cursor`.');
  if ((query.purposes?.length ?? 1) > 1) {
    throw faulty(
      'purpose_mixing_refused',
      '/purposes',
      'The figure of a chart belongs to one purpose. Name exactly that purpose.',
    );
  }
}

function hasRows({ shape }: Pick<Members, 'shape'>): boolean {
  return shape === 'drilldown' || shape === 'markers';
}

/** Refuses a member that is misplaced or missing. @param takes the content of the member */
function demand(present: boolean, due: boolean, member: string, where: string, takes: string): void {
  if (present && !due) throw misfit(`/${member}`, `The member \`${member}\` belongs only to ${where}. Omit it.`);
  if (!present && due)
    throw misfit(`/${member}`, `The member \`${member}\` is missing. It is required by ${where}. Send ${takes}.`);
}

function refuseUnknownMetrics(metrics: readonly string[]): void {
  const faults = metrics.flatMap((id, index) =>
    isKnownName(id) ? [] : [{ pointer: `/metrics/${index}`, detail: unknownMetricDetail(id) }],
  );
  if (faults.length === 0) return;
  const sentences = faults.map(({ pointer, detail }) => `${pointer} ${detail}`);
  throw new Refusal('metric_version_unknown', sentences.join(' '), { faults });
}

function unknownMetricDetail(id: string): string {
  const near = nearestMetric(id);
  return near === undefined
    ? 'is not a metric of the catalogue: GET …/insights/catalog lists all of them.'
    : `is not a metric of the catalogue: did you mean \`${near}\`?`;
}

/**
 * Refuses a series that exceeds an answer: omitted buckets or purposes would be read as no traffic. A time zone adds at
 * most one day to the days of UTC, and the bound leaves space for more than that even in the longest window.
 */
function refuseTooManyBuckets({ grain, purposes }: Members, from: Date, to: Date): void {
  if (grain === undefined) return;
  const buckets = listBuckets(from.getTime(), to.getTime(), grain).length;
  const groups = buckets * (purposes?.length ?? 1);
  if (buckets <= QUERY_LIMITS.max_series_buckets && groups <= QUERY_LIMITS.max_groups) return;
  throw faulty(
    'window_too_large',
    '/grain',
    `The series has ${buckets} buckets of one ${grain} and ${groups} groups. An answer has at most ${QUERY_LIMITS.max_series_buckets} buckets and ${QUERY_LIMITS.max_groups} groups. Send a coarser grain.`,
  );
}

/**
 * Refuses dimensions whose lines could exceed an answer. Each dimension has a line for each of its values, for all
 * other values, and for no value.
 */
function refuseTooManyValues({ dimensions, dimension_values, grain, purposes }: Members, from: Date, to: Date): void {
  if (dimensions === undefined) return;
  const values = dimension_values ?? QUERY_LIMITS.default_dimension_values;
  const lines = dimensions.length * (purposes?.length ?? 1) * (values + 2);
  const buckets = grain === undefined ? 1 : listBuckets(from.getTime(), to.getTime(), grain).length;
  if (lines <= QUERY_LIMITS.max_facet_values && lines * buckets <= QUERY_LIMITS.max_groups) return;
  throw faulty(
    'window_too_large',
    '/dimension_values',
    `The answer could have ${lines} lines of dimensions in ${buckets} buckets. An answer has at most ${QUERY_LIMITS.max_facet_values} such lines and ${QUERY_LIMITS.max_groups} groups. Send a smaller \`dimension_values\`, fewer purposes or a coarser grain.`,
  );
}

function misfit(pointer: string, detail: string): Refusal {
  return faulty('invalid_query', pointer, detail);
}

function faulty(code: RefusalCode, pointer: string, detail: string): Refusal {
  return new Refusal(code, detail, { faults: [{ pointer, detail }] });
}
