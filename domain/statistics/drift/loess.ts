import { elementAt } from './element-at.ts';

/** The choices of a loess smoother over an evenly spaced series. */
export interface LoessOptions {
  /** The number of points in each neighbourhood; odd. It may exceed the length of the series. */
  readonly span: number;
  /** 0 fits a local mean, 1 a local line. */
  readonly degree: 0 | 1;
  /** The distance of the fitted points, at least 1. Points between them are interpolated. */
  readonly jump: number;
}

/** The first and last index of a neighbourhood. */
interface Neighbourhood {
  readonly first: number;
  readonly last: number;
}

/**
 * The loess curve of a series at each of its points (Cleveland et al. 1990, Journal of Official Statistics 6:3).
 *
 * @param weights the robustness weight of each point; all 1 if absent
 */
export function loess(values: readonly number[], options: LoessOptions, weights?: readonly number[]): number[] {
  const { length } = values;
  if (length < 2) return [...values];
  const jump = Math.min(options.jump, length - 1);
  const fitAt = (place: number, near: Neighbourhood): number =>
    loessAt(values, place, near, options, weights) ?? elementAt(values, place);

  const places = Array.from({ length: Math.floor((length - 1) / jump) + 1 }, (_, step) => step * jump);
  const fitted = places.map((place) => fitAt(place, neighbourhoodOf(place, length, options.span)));
  const lastPlace = elementAt(places, places.length - 1);
  if (lastPlace !== length - 1) {
    // The end of the series has the neighbourhood of the last regular place, as in the published algorithm.
    places.push(length - 1);
    fitted.push(fitAt(length - 1, neighbourhoodOf(lastPlace, length, options.span)));
  }
  return interpolate(places, fitted);
}

/**
 * The loess curve at one place, which may lie outside of the series; undefined if all weights in the neighbourhood are
 * 0.
 */
export function loessAt(
  values: readonly number[],
  place: number,
  { first, last }: Neighbourhood,
  { span, degree }: Pick<LoessOptions, 'span' | 'degree'>,
  weights?: readonly number[],
): number | undefined {
  const { length } = values;
  const extra = span > length ? Math.floor((span - length) / 2) : 0;
  const reach = Math.max(place - first, last - place) + extra;
  const raw: number[] = [];
  let total = 0;
  for (let index = first; index <= last; index += 1) {
    const weight = tricube(Math.abs(index - place), reach) * (weights === undefined ? 1 : elementAt(weights, index));
    raw.push(weight);
    total += weight;
  }
  if (total <= 0) return undefined;

  const slope = degree === 1 && reach > 0 ? slopeOf(raw, total, first, place, length) : undefined;
  let fit = 0;
  for (const [offset, weight] of raw.entries()) {
    const tilt = slope === undefined ? 1 : 1 + slope.factor * (first + offset - slope.center);
    fit += (weight / total) * tilt * elementAt(values, first + offset);
  }
  return fit;
}

/** The neighbourhood of a place: the nearest `span` points, or all. */
function neighbourhoodOf(place: number, length: number, span: number): Neighbourhood {
  if (span >= length) return { first: 0, last: length - 1 };
  const first = Math.min(Math.max(place - (span - 1) / 2, 0), length - span);
  return { first, last: first + span - 1 };
}

/** The tilt of weights that turns a local mean into a local line; undefined if the points lie too close together. */
function slopeOf(
  raw: readonly number[],
  total: number,
  first: number,
  place: number,
  length: number,
): { center: number; factor: number } | undefined {
  const center = raw.reduce((sum, weight, offset) => sum + weight * (first + offset), 0) / total;
  const spread = raw.reduce((sum, weight, offset) => sum + weight * (first + offset - center) ** 2, 0) / total;
  if (Math.sqrt(spread) <= 0.001 * (length - 1)) return undefined;
  return { center, factor: (place - center) / spread };
}

/** The weight of a point by its distance. The published algorithm rounds within a thousandth of the reach. */
function tricube(distance: number, reach: number): number {
  if (distance <= 0.001 * reach) return 1;
  return distance <= 0.999 * reach ? (1 - (distance / reach) ** 3) ** 3 : 0;
}

/** The values of all points from the first to the last place, on straight lines between the places. */
function interpolate(places: readonly number[], fitted: readonly number[]): number[] {
  const curve = [elementAt(fitted, 0)];
  for (let step = 1; step < places.length; step += 1) {
    const [from, to] = [elementAt(places, step - 1), elementAt(places, step)];
    const rise = (elementAt(fitted, step) - elementAt(fitted, step - 1)) / (to - from);
    for (let index = from + 1; index < to; index += 1) curve.push(elementAt(fitted, step - 1) + rise * (index - from));
    curve.push(elementAt(fitted, step));
  }
  return curve;
}
