import { benjaminiHochberg } from '../../statistics/multiplicity/benjamini-hochberg.ts';
import { populationStability, type PopulationStability } from '../../statistics/drift/population-stability.ts';
import { stabilityProbability } from '../../statistics/drift/stability-probability.ts';
import { DRIFT_LEVEL } from './detectors.ts';
import type { DriftEvidence, VerdictLevel } from './drift-evidence.ts';
import type { DriftRefusal, DriftResults, DriftSpan } from './drift-results.ts';

const DETECTOR = 'psi-window-v1';
const BINS = 10;
/** The rows of each window: five for each bin, below which the distribution of the index is not chi-squared. */
const MIN_ROWS = 5 * BINS;
/** The smallest index, less its expectation without drift, that counts as drift. */
const PRACTICAL_MINIMUM = 0.05;
const VERDICTS = ['pass', 'fail', 'abstained', 'no_verdict'] as const;

type MeasuredIndex = Extract<PopulationStability, { state: 'measured' }>;

/**
 * Changes of the distribution of a judge's certainties, or of its verdicts if it states no certainty, between the
 * reference window and the current window. The bins are those of the reference. The level of a look holds over the
 * units together (Benjamini and Hochberg), and not over repeated looks.
 *
 * @param current the current window; the reference is the time of the whole window before it
 */
export function detectDistributionDrift(units: readonly DriftEvidence[], current: DriftSpan): DriftResults {
  const looks: { readonly unit: DriftEvidence['unit']; readonly index: MeasuredIndex; readonly pValue: number }[] = [];
  const refusals: DriftRefusal[] = [];
  for (const { unit, levels } of units) {
    const index = compareWindows(levels);
    if (typeof index === 'string') refusals.push(refusalOf(unit, index, levels));
    else looks.push({ unit, index, pValue: stabilityProbability(index) });
  }
  const found = benjaminiHochberg(
    looks.map(({ pValue }) => pValue),
    DRIFT_LEVEL,
  );
  return {
    findings: looks.map(({ unit, index, pValue }, look) => ({
      detector: DETECTOR,
      unit,
      window: current,
      ...{ rows: index.currentRows, referenceRows: index.referenceRows },
      ...{ magnitude: index.psi, critical: index.critical, practicalMinimum: PRACTICAL_MINIMUM, pValue },
      isFinding: found[look] === true && index.corrected >= PRACTICAL_MINIMUM,
    })),
    refusals,
  };
}

function compareWindows(levels: readonly VerdictLevel[]): MeasuredIndex | 'too_few_rows' | 'single_bin' {
  const { reference, current } = binsOf(levels);
  if (Math.min(sumOf(reference), sumOf(current)) < MIN_ROWS) return 'too_few_rows';
  const stability = populationStability(reference, current, DRIFT_LEVEL, PRACTICAL_MINIMUM);
  return stability.state === 'measured' ? stability : 'single_bin';
}

interface BinCounts {
  readonly reference: readonly number[];
  readonly current: readonly number[];
}

/** The rows of both windows in the bins: of certainties if the judge states them, else of verdicts. */
function binsOf(levels: readonly VerdictLevel[]): BinCounts {
  const certain = levels.flatMap(({ certainty, ...rows }) => (certainty === null ? [] : [{ certainty, ...rows }]));
  if (Math.min(sumOf(certain.map(({ reference }) => reference)), sumOf(certain.map(({ current }) => current))) > 0) {
    const edges = frozenEdges(certain);
    const binOf = (certainty: number): number => {
      const bin = edges.findIndex((edge) => certainty <= edge);
      return bin === -1 ? edges.length : bin;
    };
    return countBins(certain, edges.length + 1, ({ certainty }) => binOf(certainty));
  }
  return countBins(levels, VERDICTS.length, ({ verdict }) => VERDICTS.indexOf(verdict));
}

/**
 * The upper edges of bins with about equal numbers of reference rows, lowest first; the last bin has none. Equal
 * certainties stay in one bin.
 */
function frozenEdges(levels: readonly { readonly certainty: number; readonly reference: number }[]): number[] {
  const ascending = levels
    .filter(({ reference }) => reference > 0)
    .toSorted((one, other) => one.certainty - other.certainty);
  const total = sumOf(ascending.map(({ reference }) => reference));
  const edges = new Set<number>();
  let seen = 0;
  for (const { certainty, reference } of ascending) {
    const before = Math.floor((seen * BINS) / total);
    seen += reference;
    if (Math.floor((seen * BINS) / total) > before && seen < total) edges.add(certainty);
  }
  return [...edges];
}

function countBins<Level extends Pick<VerdictLevel, 'reference' | 'current'>>(
  levels: readonly Level[],
  bins: number,
  binOf: (level: Level) => number,
): BinCounts {
  const of = (window: 'reference' | 'current'): number[] => {
    const counts = Array.from({ length: bins }, () => 0);
    for (const level of levels) counts[binOf(level)] = (counts[binOf(level)] ?? 0) + level[window];
    return counts;
  };
  return { reference: of('reference'), current: of('current') };
}

function refusalOf(
  unit: DriftEvidence['unit'],
  code: 'too_few_rows' | 'single_bin',
  levels: readonly VerdictLevel[],
): DriftRefusal {
  const { reference, current } = binsOf(levels);
  const have = Math.min(sumOf(reference), sumOf(current));
  if (code === 'too_few_rows') {
    const text = `The reference window has ${sumOf(reference)} verdicts and the current one ${sumOf(current)}; both need ${MIN_ROWS}. Ask for a longer window.`;
    return { detector: DETECTOR, unit, code, need: MIN_ROWS, have, text };
  }
  const text = 'All verdicts of the reference window are equal, so there is no distribution to compare.';
  return { detector: DETECTOR, unit, code, need: 2, have: 1, text };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
