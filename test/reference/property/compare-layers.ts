import { LAYERS, layersForGrain, planQuestionLayers, type Layer } from '../../../analytics/insight/plan/layer-plan.ts';
import { measureFacts } from '../../../analytics/insight/read/measure-facts.ts';
import type { FactsQuestion } from '../../../analytics/insight/question/facts-question.ts';
import type { MeasuredFacts, MeasuredGroup } from '../../../analytics/insight/question/measured-facts.ts';
import { TOKEN_KIND_FIGURES } from '../../../analytics/insight/plan/traffic-populations.ts';
import {
  factsFilter,
  holdsEveryEnvironment,
  openRead,
  type OpenedRead,
} from '../../../analytics/insight/pin/open-read.ts';
import { rollupBreadth } from '../../../analytics/insight/plan/rollup-breadth.ts';
import { createStatementRunner } from '../../../analytics/statements/statement-runner.ts';
import { dimensionChoices, readDimensionQuestion } from '../../../contracts/insight/dimension-question.ts';
import { groupChoices } from '../../../contracts/insight/group-filter.ts';
import type { ReadContext } from '../../../contracts/insight/terms/read-context.ts';
import { isDimensionMember, toCallerDimension } from '../../../domain/insight/caller-dimensions.ts';
import { TOKEN_KINDS } from '../../../domain/insight/insight-sets.ts';
import {
  ADDITIVE_FIGURES,
  LATENCY_METRICS,
  type AdditiveSums,
  type FacetKey,
  type LatencyMeasure,
} from '../../../domain/insight/group-sums.ts';
import type { FacetValue } from '../facet-values.ts';
import { groupFacts, ofPurpose, type AskedGroup } from '../group-facts.ts';
import { latencySummary, readLatencySamples } from '../latency.ts';
import { isWithin, listKnownFacts, narrowPopulation, selectFacts, type Population } from '../selection.ts';
import { wholeBuckets } from '../time-buckets.ts';
import { factTimeMs, queryWindow, type Question } from '../world.ts';
import { explainDifference } from './explain-difference.ts';
import type { LoadedWorld } from './loaded-world.ts';

/** A bound so low that most questions about latency are answered from buckets, which rollups also have. */
const MAX_EXACT_SAMPLES = 12;

/**
 * The differences between combinations of layers. Sums, latency buckets and ranks must not depend on the layer: months,
 * days, hours or facts, of the workspace or of its environments. Levels from buckets must equal those of the reference.
 */
export async function compareLayers(loaded: LoadedWorld, question: Question, pin: ReadContext): Promise<string[]> {
  const { query, scope } = question;
  if (query.metrics === undefined) return [];
  const opened = await openRead(loaded.parts, scope, { ...query, read_context: pin });
  const asked = makeFactsQuestion(question, opened);
  if (asked.from >= asked.to) return [];
  const ask = createStatementRunner(loaded.parts).forQuestion({});
  const read = (layers: readonly Layer[], of = asked): Promise<MeasuredFacts> =>
    measureFacts(ask, of, { maxExactSamples: MAX_EXACT_SAMPLES, layers });
  const [raw, layered] = await Promise.all([read(['facts']), read(LAYERS)]);
  // Most windows contain no complete month, and dimensions have no months, so they were already read without months.
  const hasMonths =
    query.dimensions === undefined && planQuestionLayers(asked, layersForGrain(asked.grain)).months.length > 0;
  const finer = hasMonths ? await read(LAYERS.filter((layer) => layer !== 'months')) : layered;
  const isWhole = rollupBreadth(asked) === 'workspace';
  const apart = isWhole ? await read(LAYERS, { ...asked, holdsEveryEnvironment: false }) : layered;
  return [
    ...explainDifference(byKey(raw), byKey(layered), '/layers against facts'),
    ...explainDifference(withTextIntegers(raw.ranked ?? null), withTextIntegers(layered.ranked ?? null), '/ranks'),
    ...explainDifference(byKey(raw), byKey(apart), '/sums by environment against facts'),
    ...explainDifference(byKey(raw), byKey(finer), '/days and finer against facts'),
    ...compareBuckets(loaded, question, layered),
  ];
}

/** The question about facts that a question about insights asks through an opened read. */
function makeFactsQuestion({ query, scope }: Question, opened: OpenedRead): FactsQuestion {
  const { metrics = [] } = query;
  const chosen = [...groupChoices(query.group_filter), ...dimensionChoices(query.dimension_filter)];
  const isZoned = query.bucket_tz !== undefined && query.grain !== 'hour';
  const buckets = isZoned
    ? wholeBuckets(queryWindow(query), query).map(({ fromMs, toMs }) => ({ from: fromMs, to: toMs }))
    : undefined;
  const hasKinds =
    chosen.every(({ member }) => member !== 'outcome') &&
    TOKEN_KINDS.some((kind) => metrics.includes(`${kind}_tokens.v1`));
  return {
    ...factsFilter(opened),
    holdsEveryEnvironment: holdsEveryEnvironment(opened),
    ...(query.grain !== undefined && { grain: query.grain }),
    ...(buckets && { buckets }),
    facets: query.facets ?? [],
    ...(query.top_values !== undefined && { maxValues: query.top_values }),
    ...(query.dimensions && {
      dimensions: { ...readDimensionQuestion(query, query.dimensions), mayReadValues: scope.mayReadDimensions },
    }),
    chosen,
    figures: new Set(ADDITIVE_FIGURES.filter((figure) => hasKinds || !TOKEN_KIND_FIGURES.has(figure))),
    feedback: false,
    teamRuns: false,
    protection: false,
    markers: false,
    latency: LATENCY_METRICS.filter((metric) => metrics.includes(metric)),
  };
}

/**
 * The groups with any sum by key, independent of their order. Days of a rollup can have a group without facts, whose
 * sums are differences of zero.
 */
function byKey({ groups }: MeasuredFacts): Record<string, unknown> {
  const summed = groups.filter(({ sums, excluded }) => hasSum(sums) || hasSum(excluded));
  return Object.fromEntries(summed.map(({ key, ...figures }) => [JSON.stringify(key), withTextIntegers(figures)]));
}

function hasSum(sums: AdditiveSums): boolean {
  return Object.values(sums).some((sum) => sum !== 0n);
}

/** A copy of the value with integers as text. */
function withTextIntegers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? String(part) : part)));
}

function compareBuckets({ world }: LoadedWorld, question: Question, { groups, top, ranked }: MeasuredFacts): string[] {
  const { included } = selectFacts(listKnownFacts(world, question), world, question, queryWindow(question.query));
  const shown = top ?? ranked?.shown ?? [];
  return groups.flatMap(({ key, latency = [] }) =>
    latency.flatMap((measure) =>
      explainDifference(
        expectedMeasure(groupOf(included, key, question, shown), included, measure),
        withTextIntegers(measure),
        `/levels of ${JSON.stringify(key)}`,
      ),
    ),
  );
}

type Shown = MeasuredFacts['top'] & object;

function groupOf(included: Population, key: MeasuredGroup['key'], { query }: Question, shown: Shown): Population {
  const purpose = ofPurpose(included, key.purpose);
  const bucket = wholeBuckets(queryWindow(query), query).find(({ fromMs }) => fromMs === key.bucketMs);
  const whole =
    bucket === undefined ? purpose : narrowPopulation(purpose, (event) => isWithin(factTimeMs(event), bucket));
  return key.facet === undefined ? whole : groupFacts(whole, splitOf(key.facet, key.purpose, shown));
}

/** The group of the reference that a key of measured facts names. */
function splitOf(
  { member, value, unserved, other }: FacetKey,
  purpose: MeasuredGroup['key']['purpose'],
  shown: Shown,
): AskedGroup {
  const listed = shown.filter((each) => each.purpose === purpose && each.facet.member === member);
  if (isDimensionMember(member)) {
    const name = toCallerDimension(member);
    if (other) return { name, value: { noneOf: listed.map(({ facet }) => facet.value) } };
    return value === '' ? { name } : { name, value };
  }
  if (other) return { member, value: { noneOf: listed.map(({ facet }) => valueOf(facet)) } };
  // Facts have the outcome `unknown`. The group of an answer also includes the pending requests.
  const named = member === 'outcome' && value === 'unknown' ? 'pending_or_unknown' : value;
  return { member, value: valueOf({ value: named, unserved }) };
}

function valueOf({ value, unserved }: Pick<FacetKey, 'value' | 'unserved'>): FacetValue {
  return unserved ? { unserved } : value === '' ? {} : { value };
}

function expectedMeasure(group: Population, all: Population, { metric }: LatencyMeasure): unknown {
  const method = readLatencySamples(all.terminals, metric).length <= MAX_EXACT_SAMPLES ? 'exact' : 'log_buckets';
  const { populations } = latencySummary(group.terminals, metric, method, false);
  return { metric, method, populations };
}
