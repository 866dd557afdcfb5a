import { bucketAt, bucketsOf } from '../../../domain/insight/windows/buckets.ts';
import type { Grain } from '../../../domain/insight/insight-sets.ts';
import type { FactsFilter } from '../question/facts-filter.ts';

/** Layers of one row per UTC period and key, the coarsest first. */
export const ROLLUP_LAYERS = ['months', 'days', 'hours'] as const;
export type RollupLayer = (typeof ROLLUP_LAYERS)[number];

/** The layers from which sums are read. The next layer answers what one cannot. */
export const LAYERS = [...ROLLUP_LAYERS, 'facts'] as const;
export type Layer = (typeof LAYERS)[number];

/** Half-open, in Unix milliseconds. In a rollup's layer both ends are whole periods. */
export interface LayerSpan {
  readonly from: number;
  readonly to: number;
}

/** The parts of a window that each layer answers: disjoint, oldest first. Together they are the window. */
export type LayerPlan = Readonly<Record<Layer, readonly LayerSpan[]>>;

/** The UTC periods that a layer is read by; facts are looked up by their hours. */
const PERIODS: Readonly<Record<Layer, Grain>> = { months: 'month', days: 'day', hours: 'hour', facts: 'hour' };

/** The coarsest layer whose periods each lie in one bucket. */
const COARSEST: Readonly<Record<Grain, Layer>> = { hour: 'hours', day: 'days', week: 'days', month: 'months' };

/** The filter that a plan is made from. */
type PlannedFilter = Pick<FactsFilter, 'from' | 'to' | 'exclusions' | 'environmentIds'>;

/** The plan of a question over layers that it may use: by the buckets of its own where it has them. */
export function planOf(
  question: PlannedFilter & { readonly buckets?: readonly LayerSpan[] },
  layers: readonly Layer[],
): LayerPlan {
  return question.buckets === undefined
    ? planLayers(question, layers)
    : planBuckets(question, question.buckets, layers);
}

/**
 * The plan of a series by buckets that are not those of UTC. Each part of a layer is within one bucket. Hours that
 * contain the start of a bucket are read from the facts.
 *
 * @param buckets that the window touches, oldest first
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

/** The layers, of those allowed, that can answer by a grain, the coarsest first. */
export function layersOf(grain: Grain | undefined, allowed: readonly Layer[] = LAYERS): readonly Layer[] {
  const able = grain === undefined ? LAYERS : LAYERS.slice(LAYERS.indexOf(COARSEST[grain]));
  return able.filter((layer) => allowed.includes(layer));
}

/**
 * Exclusions are whole hours, so that what is read by the hour lies on one side. Coarser layers are planned around
 * them.
 */
export function separatesExclusions(layer: Layer): boolean {
  return PERIODS[layer] === 'hour';
}

/**
 * Every layer gets the whole periods of what the coarser ones leave; facts get the rest. A period that an exclusion
 * touches is left to a layer that tells its rows apart.
 *
 * @param layers those that may be used; `facts` always is
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
 * The rest of a plan after one round. If some periods of a layer hold facts above the fence, the layer is asked again
 * without them, and the next layer is asked for them.
 *
 * @param stale starts of such periods, in Unix seconds
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

/** The starts, in Unix seconds as text, of the periods of a layer in these spans; of the hours touched by `facts`. */
export function periodStarts(layer: Layer, spans: readonly LayerSpan[]): string[] {
  const starts = spans.flatMap(({ from, to }) => bucketsOf(from, to, PERIODS[layer]).map((period) => period.from));
  // Two spans of facts can lie in one hour.
  return [...new Set(starts)].map((start) => String(start / 1_000));
}

export function isEmptyPlan(plan: LayerPlan): boolean {
  return LAYERS.every((layer) => plan[layer].length === 0);
}

function emptyPlan(): Record<Layer, LayerSpan[]> {
  return { months: [], days: [], hours: [], facts: [] };
}

/** The whole periods within each span. */
function inward(spans: readonly LayerSpan[], period: Grain): LayerSpan[] {
  return spans
    .map(({ from, to }) => ({ from: ceiling(from, period), to: bucketAt(to, period).from }))
    .filter(({ from, to }) => from < to);
}

/** The periods that a span touches. */
function outward({ from, to }: LayerSpan, period: Grain): LayerSpan {
  return { from: bucketAt(from, period).from, to: ceiling(to, period) };
}

function ceiling(instant: number, period: Grain): number {
  const { from, to } = bucketAt(instant, period);
  return from === instant ? from : to;
}

/** The spans without the cuts. */
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

/** Spans that follow each other without a gap, as one. */
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
