import type { FactsFilter } from './facts-filter.ts';

/** Where sums are read from, the coarsest first. What one layer cannot answer is asked of the next. */
export const LAYERS = ['days', 'hours', 'facts'] as const;
export type Layer = (typeof LAYERS)[number];

/** Half-open, in Unix milliseconds. In `days` and `hours` both ends are whole periods. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The parts of a window that each layer answers: disjoint, oldest first. Together they are the window. */
export type LayerPlan = Readonly<Record<Layer, readonly Span[]>>;

const HOUR_MS = 3_600_000;
const PERIOD_MS = { days: 24 * HOUR_MS, hours: HOUR_MS } as const;

/**
 * Whole UTC days from the days, whole UTC hours of the rest from the hours, and what is left from the facts. A day that
 * an exclusion touches is read by hours, which exclusions never cut. Series by the hour have no use for days.
 *
 * @param layers those that may be used; `facts` always is
 */
export function planLayers(
  { from, to, exclusions, environmentIds }: Pick<FactsFilter, 'from' | 'to' | 'exclusions' | 'environmentIds'>,
  layers: readonly Layer[],
): LayerPlan {
  const window = [{ from: from.getTime(), to: to.getTime() }];
  const touched = exclusions
    .filter((exclusion) => exclusion.environmentIds.some((id) => environmentIds.includes(id)))
    .map((exclusion) => outward({ from: exclusion.from.getTime(), to: exclusion.to.getTime() }, PERIOD_MS.days));
  const days = layers.includes('days') ? without(inward(window, PERIOD_MS.days), touched) : [];
  const afterDays = without(window, days);
  const hours = layers.includes('hours') ? inward(afterDays, PERIOD_MS.hours) : [];
  return { days, hours, facts: without(afterDays, hours) };
}

/**
 * What is still to ask after one round: a layer that said that some of its periods hold facts above the fence is asked
 * again without them, and they are asked of the next layer.
 *
 * @param stale starts of such periods, in Unix seconds
 */
export function refinePlan(
  plan: LayerPlan,
  stale: Readonly<Partial<Record<Layer, readonly number[]>>>,
  layers: readonly Layer[],
): LayerPlan {
  const again = { days: [] as Span[], hours: [] as Span[], facts: [] as Span[] };
  for (const layer of ['days', 'hours'] as const) {
    const periods = [...new Set(stale[layer])].sort((a, b) => a - b);
    if (periods.length === 0) continue;
    const spans = periods.map((start) => ({ from: start * 1_000, to: start * 1_000 + PERIOD_MS[layer] }));
    again[layer].push(...without(plan[layer], spans));
    again[layer === 'days' && layers.includes('hours') ? 'hours' : 'facts'].push(...spans);
  }
  return { days: again.days, hours: sorted(again.hours), facts: sorted(again.facts) };
}

/** The starts, in Unix seconds as text, of the periods of a layer in these spans; of the hours touched by `facts`. */
export function periodStarts(layer: Layer, spans: readonly Span[]): string[] {
  const length = layer === 'days' ? PERIOD_MS.days : PERIOD_MS.hours;
  const starts: number[] = [];
  for (const { from, to } of spans.map((span) => outward(span, length))) {
    // Two spans of facts can lie in one hour.
    for (let at = from; at < to; at += length) if (starts.at(-1) !== at) starts.push(at);
  }
  return starts.map((start) => String(start / 1_000));
}

export function isNothing(plan: LayerPlan): boolean {
  return LAYERS.every((layer) => plan[layer].length === 0);
}

/** The whole periods within each span. */
function inward(spans: readonly Span[], length: number): Span[] {
  return spans
    .map(({ from, to }) => ({ from: Math.ceil(from / length) * length, to: Math.floor(to / length) * length }))
    .filter(({ from, to }) => from < to);
}

function outward({ from, to }: Span, length: number): Span {
  return { from: Math.floor(from / length) * length, to: Math.ceil(to / length) * length };
}

/** What the spans cover and the cuts do not. */
function without(spans: readonly Span[], cuts: readonly Span[]): Span[] {
  const rest: Span[] = [];
  const inOrder = sorted(cuts);
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

function sorted(spans: readonly Span[]): Span[] {
  return [...spans].sort((a, b) => a.from - b.from);
}
