import { bucketAt, listBuckets } from '../../../domain/insight/windows/buckets.ts';
import type { Grain } from '../../../domain/insight/insight-sets.ts';
import type { FactsFilter } from '../question/facts-filter.ts';

/** The layers with one row for each UTC period and key, the coarsest first. */
export const ROLLUP_LAYERS = ['months', 'days', 'hours'] as const;
export type RollupLayer = (typeof ROLLUP_LAYERS)[number];

/** The layers from which sums are read. Each layer answers what the coarser ones cannot. */
export const LAYERS = [...ROLLUP_LAYERS, 'facts'] as const;
export type Layer = (typeof LAYERS)[number];

/** A half-open span in Unix milliseconds. In a rollup layer, both ends are boundaries of periods. */
export interface LayerSpan {
  readonly from: number;
  readonly to: number;
}

/** The parts of a window that each layer answers: disjoint, oldest first. Together they cover the window. */
export type LayerPlan = Readonly<Record<Layer, readonly LayerSpan[]>>;

/** The UTC periods by which a layer is read; facts are looked up by hour. */
const PERIODS: Readonly<Record<Layer, Grain>> = { months: 'month', days: 'day', hours: 'hour', facts: 'hour' };

/** The coarsest layer whose periods never cross a bucket boundary. */
const COARSEST: Readonly<Record<Grain, Layer>> = { hour: 'hours', day: 'days', week: 'days', month: 'months' };

/** The members of a filter on which a plan depends. */
type PlannedFilter = Pick<FactsFilter, 'from' | 'to' | 'exclusions' | 'environmentIds'>;

/**
 * The plan of a question over the layers that it may use; it respects the buckets of a time zone if the question has
 * any.
 */
export function planQuestionLayers(
  question: PlannedFilter & { readonly buckets?: readonly LayerSpan[] },
  layers: readonly Layer[],
): LayerPlan {
  return question.buckets === undefined
    ? planLayers(question, layers)
    : planBuckets(question, question.buckets, layers);
}

/**
 * The plan of a series with buckets other than those of UTC. Each part of a layer is within one bucket. Hours that
 * contain the start of a bucket are read from the facts.
 *
 * @param buckets the buckets that overlap the window, oldest first
 */
function planBuckets(filter: PlannedFilter, buckets: readonly LayerSpan[], layers: readonly Layer[]): LayerPlan {
  const plan = emptyPlan();
  for (const { from, to } of buckets) {
    const part = {
      from: new Date(Math.max(from, filter.from.getTime())),
      to: new Date(Math.min(to, filter.to.getTime())),
    };
    if (part.from >= part.to) continue;
    const planned = planLayers({ ...filter, ...part }, layers);
    for (const layer of LAYERS) plan[layer].push(...planned[layer]);
  }
  for (const layer of LAYERS) plan[layer] = joined(plan[layer]);
  return plan;
}

/** The allowed layers that can answer by a grain, the coarsest first. */
export function layersForGrain(grain: Grain | undefined, allowed: readonly Layer[] = LAYERS): readonly Layer[] {
  const able = grain === undefined ? LAYERS : LAYERS.slice(LAYERS.indexOf(COARSEST[grain]));
  return able.filter((layer) => allowed.includes(layer));
}

/**
 * True if each row of a layer is completely excluded or not at all: exclusions are complete hours. Coarser layers are
 * planned around exclusions.
 */
export function separatesExclusions(layer: Layer): boolean {
  return PERIODS[layer] === 'hour';
}

/**
 * Assigns to every layer the complete periods that the coarser ones leave; facts get the rest. A period that overlaps
 * an exclusion is left to a layer that can separate its rows.
 *
 * @param layers the layers that may be used, in addition to `facts`
 */
export function planLayers(
  { from, to, exclusions, environmentIds }: PlannedFilter,
  layers: readonly Layer[],
): LayerPlan {
  const excluded = exclusions
    .filter((exclusion) => exclusion.environmentIds.some((id) => environmentIds.includes(id)))
    .map((exclusion) => ({ from: exclusion.from.getTime(), to: exclusion.to.getTime() }));
  const plan = emptyPlan();
  let rest: readonly LayerSpan[] = [{ from: from.getTime(), to: to.getTime() }];
  for (const layer of ROLLUP_LAYERS) {
    if (!layers.includes(layer)) continue;
    const touched = separatesExclusions(layer) ? [] : excluded.map((span) => outward(span, PERIODS[layer]));
    plan[layer] = without(inward(rest, PERIODS[layer]), touched);
    rest = without(rest, plan[layer]);
  }
  return { ...plan, facts: rest };
}

/**
 * The rest of a plan after one round. If some periods of a layer contain facts above the fence, the layer is queried
 * again without them, and the next layer is queried for them.
 *
 * @param stale the starts of such periods, in Unix seconds
 */
export function refinePlan(
  plan: LayerPlan,
  stale: Readonly<Partial<Record<Layer, readonly number[]>>>,
  layers: readonly Layer[],
): LayerPlan {
  const again = emptyPlan();
  for (const [index, layer] of ROLLUP_LAYERS.entries()) {
    const starts = [...new Set(stale[layer])];
    if (starts.length === 0) continue;
    const spans = starts.map((seconds) => bucketAt(seconds * 1_000, PERIODS[layer]));
    const finer = ROLLUP_LAYERS.slice(index + 1).find((each) => layers.includes(each)) ?? 'facts';
    again[layer].push(...without(plan[layer], spans));
    again[finer].push(...spans);
  }
  for (const spans of Object.values(again)) spans.sort(byStart);
  return again;
}

/**
 * The same plan, in which the facts answer some days instead of the rollup.
 *
 * @param starts the starts of these days, in Unix seconds
 */
export function moveDaysToFacts(plan: LayerPlan, starts: readonly number[]): LayerPlan {
  const days = [...new Set(starts)].map((seconds) => bucketAt(seconds * 1_000, PERIODS.days));
  const facts = joined([...plan.facts, ...days].sort(byStart));
  return { ...plan, days: without(plan.days, days), facts };
}

/**
 * The starts of the periods of a layer in these spans, in Unix seconds as text; for `facts`, of the overlapping hours.
 */
export function periodStarts(layer: Layer, spans: readonly LayerSpan[]): string[] {
  const starts = spans.flatMap(({ from, to }) => listBuckets(from, to, PERIODS[layer]).map((period) => period.from));
  // Two spans of facts can be in the same hour.
  return [...new Set(starts)].map((start) => String(start / 1_000));
}

export function isEmptyPlan(plan: LayerPlan): boolean {
  return LAYERS.every((layer) => plan[layer].length === 0);
}

function emptyPlan(): Record<Layer, LayerSpan[]> {
  return { months: [], days: [], hours: [], facts: [] };
}

/** The complete periods within each span. */
function inward(spans: readonly LayerSpan[], period: Grain): LayerSpan[] {
  return spans
    .map(({ from, to }) => ({ from: ceiling(from, period), to: bucketAt(to, period).from }))
    .filter(({ from, to }) => from < to);
}

/** The periods that overlap a span. */
function outward({ from, to }: LayerSpan, period: Grain): LayerSpan {
  return { from: bucketAt(from, period).from, to: ceiling(to, period) };
}

function ceiling(instant: number, period: Grain): number {
  const { from, to } = bucketAt(instant, period);
  return from === instant ? from : to;
}

/** The parts of the spans outside of the cuts. */
function without(spans: readonly LayerSpan[], cuts: readonly LayerSpan[]): LayerSpan[] {
  const rest: LayerSpan[] = [];
  const inOrder = [...cuts].sort(byStart);
  for (const span of spans) {
    let from = span.from;
    for (const cut of inOrder) {
      if (cut.to <= from || cut.from >= span.to) continue;
      if (cut.from > from) rest.push({ from, to: cut.from });
      from = Math.max(from, cut.to);
    }
    if (from < span.to) rest.push({ from, to: span.to });
  }
  return rest;
}

/** The spans, with adjacent ones joined. */
function joined(spans: readonly LayerSpan[]): LayerSpan[] {
  const all: LayerSpan[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last?.to === span.from) all[all.length - 1] = { from: last.from, to: span.to };
    else all.push(span);
  }
  return all;
}

function byStart(a: LayerSpan, b: LayerSpan): number {
  return a.from - b.from;
}
