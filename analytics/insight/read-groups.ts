import { setImmediate } from 'node:timers/promises';
import type { AnswerGroup, PreviousPeriod } from '../../contracts/insight/answer/answer-group.ts';
import { dimensionChoices, dimensionNames, readDimensionQuestion } from '../../contracts/insight/dimension-question.ts';
import { groupChoices } from '../../contracts/insight/group-filter.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import { coverageEntries, type TimeSpan } from '../../domain/insight/coverage.ts';
import type { TimeBucket } from '../../domain/insight/windows/buckets.ts';
import { localBuckets } from '../../domain/insight/windows/local-buckets.ts';
import type { FacetedPopulation } from '../../domain/insight/faceted-population.ts';
import { isSplitBy } from '../../domain/insight/dimensions.ts';
import type { GroupChoice } from '../../domain/insight/group-choice.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';
import { excludesFrom } from '../../domain/insight/exclusion.ts';
import { LATENCY_METRICS } from '../../domain/insight/group-sums.ts';
import { findProducedMetric } from '../../domain/insight/metrics/metrics.ts';
import type { RunQuestionQuery } from '../statements/bound-query.ts';
import { answerGroups, type GroupsInput } from './groups/answer-groups.ts';
import { factsFilter, holdsEveryEnvironment, type OpenedRead } from './pin/open-read.ts';
import { bucketSpans, wholeSpan, zoneSpans, type CoveredSpan } from './groups/covered-span.ts';
import { listRequiredFigures } from './plan/list-required-figures.ts';
import { TOKEN_KIND_FIGURES } from './plan/traffic-populations.ts';
import { measureFacts } from './read/measure-facts.ts';
import type { FactsQuestion } from './question/facts-question.ts';
import type { MeasuredFacts } from './question/measured-facts.ts';

const NOTHING: MeasuredFacts = { groups: [], markers: [] };

/**
 * The groups of an overview, a series or facets under a pin.
 *
 * @throws Refusal as `ask` does
 */
export async function readGroups(
  ask: RunQuestionQuery,
  query: InsightQuery,
  read: OpenedRead,
): Promise<{ groups: AnswerGroup[]; truncated: boolean }> {
  const { subject, pin, snapshot } = read;
  const metrics = query.metrics ?? [];
  const measure = (span: TimeSpan): Promise<MeasuredFacts> => measureSpan(ask, query, read, span);
  const before = query.comparison === undefined ? undefined : wholeSpan(computePreviousPeriod(subject), snapshot);
  const [facts, previous, spans] = await Promise.all([
    measure(subject),
    before && measure(before).then((earlier) => ({ span: before, facts: earlier, ...noteOf(read, before) })),
    // The spans are computed while the statements run, which are sent in this turn of the event loop.
    setImmediate().then(() => spansOf(query, read)),
  ]);
  const input: GroupsInput = {
    pin,
    mayReadCost: subject.scope.mayReadCost,
    metrics,
    members: query.facets ?? [],
    ...(query.dimensions && {
      dimensions: { names: dimensionNames(query.dimensions), mayReadValues: subject.scope.mayReadDimensions },
    }),
    chosen: questionChoices(query),
    spans,
    facts,
    ...(previous && { previous }),
  };
  return answerGroups(input);
}

/** The window of the same length that ends where this one begins. */
export function computePreviousPeriod({ from, to }: TimeSpan): TimeSpan {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
}

function spansOf(query: InsightQuery, { subject, snapshot }: OpenedRead): CoveredSpan[] {
  const { shape, grain, bucket_tz: bucketTz } = query;
  if (shape !== 'series' || grain === undefined) return [wholeSpan(subject, snapshot)];
  const buckets = bucketsInZone(query, subject);
  if (buckets !== undefined && bucketTz !== undefined) return zoneSpans(subject, buckets, grain, bucketTz, snapshot);
  return bucketSpans(subject, grain, subject.displayTz, snapshot);
}

/** The buckets of a window by the days, weeks or months of a zone; undefined if the question uses those of UTC. */
function bucketsInZone({ grain, bucket_tz: zone }: InsightQuery, { from, to }: TimeSpan): TimeBucket[] | undefined {
  if (zone === undefined || grain === undefined || grain === 'hour') return undefined;
  return localBuckets(from.getTime(), to.getTime(), grain, (utcMs) => timeZones.offsetSeconds(zone, utcMs) * 1_000);
}

async function measureSpan(
  ask: RunQuestionQuery,
  query: InsightQuery,
  read: OpenedRead,
  span: TimeSpan,
): Promise<MeasuredFacts> {
  const filter = factsFilter(read, span);
  if (filter.from >= filter.to) return NOTHING;
  const buckets = bucketsInZone(query, filter);
  return measureFacts(ask, {
    ...filter,
    holdsEveryEnvironment: holdsEveryEnvironment(read),
    ...neededFigures(query, read.subject.scope),
    ...(buckets && { buckets }),
  });
}

/** The choices that narrow the figures of a question: of facets, then of dimensions. */
function questionChoices({ group_filter: facets, dimension_filter: dimensions }: InsightQuery): GroupChoice[] {
  return [...groupChoices(facets), ...dimensionChoices(dimensions)];
}

/** The figures that the metrics of a question need. */
function neededFigures(
  query: InsightQuery,
  { mayReadCost, mayReadDimensions }: Pick<ReadScope, 'mayReadCost' | 'mayReadDimensions'>,
): Omit<FactsQuestion, keyof ReturnType<typeof factsFilter> | 'holdsEveryEnvironment'> {
  const { shape, grain, facets = [], metrics = [], top_values: maxValues } = query;
  const asked = [...new Set(metrics)].flatMap((id) => findProducedMetric(id) ?? []);
  const chosen = questionChoices(query);
  const isSplit = (population: FacetedPopulation): boolean =>
    chosen.every(({ member }) => isSplitBy(population, member));
  const asks = (population: FacetedPopulation): boolean =>
    isSplit(population) && asked.some(({ facetPopulation }) => facetPopulation === population);
  return {
    ...(shape === 'series' && grain !== undefined && { grain }),
    facets,
    ...(maxValues !== undefined && { maxValues }),
    ...(query.dimensions && {
      dimensions: { ...readDimensionQuestion(query, query.dimensions), mayReadValues: mayReadDimensions },
    }),
    chosen,
    figures: listRequiredFigures(
      asked.filter(({ money, sums }) => {
        if (money) return mayReadCost && isSplit('cost_effects');
        return !sums.some((figure) => TOKEN_KIND_FIGURES.has(figure)) || isSplit('attempts');
      }),
      facets.length > 0,
    ),
    feedback: asks('feedback'),
    teamRuns: asks('team_runs'),
    protection: asks('protection'),
    markers: asks('release_markers'),
    latency: LATENCY_METRICS.filter((metric) => asked.some(({ id }) => id === metric)),
  };
}

/** The note about a period with missing facts, or one that has not ended, so that the difference is not misread. */
function noteOf(read: OpenedRead, before: TimeSpan): Pick<PreviousPeriod, 'note'> {
  const [current, previous] = [isIncomplete(read, read.subject), isIncomplete(read, before)];
  if (current && previous) return { note: 'both_incomplete' };
  if (current) return { note: 'current_incomplete' };
  return previous ? { note: 'previous_incomplete' } : {};
}

function isIncomplete({ subject, pin, snapshot }: OpenedRead, period: TimeSpan): boolean {
  return (
    coverageEntries(wholeSpan(period, snapshot).coverage).length > 0 ||
    snapshot.exclusions.some((exclusion) => excludesFrom(exclusion, subject.scope.environmentIds, period)) ||
    period.to > new Date(pin.evaluated_at)
  );
}
