import type { CalibrationArtifact } from '../calibration/artifact.ts';
import type { FitTerms } from '../calibration/fit-input.ts';
import type { CoverageEvidence, JudgedSegment } from './coverage-evidence.ts';
import { findGap, type UncoveredReason } from './find-gap.ts';

/** The licensed rows among applicable rows. A row is an answered request with one metric. */
export interface CoverageCounts {
  readonly applicable: number;
  readonly judged: number;
  /** The judged rows on which no judge gave a verdict of pass or fail: neither errors nor passes. */
  readonly judgeRefusals: number;
  readonly licensed: number;
  /** The licensed share of the applicable rows; null without applicable rows. */
  readonly ratio: number | null;
}

/** A segment with rows that are not licensed. */
export interface UncoveredSegment {
  readonly metric: string;
  readonly segment: string;
  readonly applicable: number;
  readonly licensed: number;
  readonly uncovered: number;
  readonly gap: UncoveredReason;
}

/** The coverage of a workspace by evidence. */
export interface Coverage {
  readonly overall: CoverageCounts;
  /** The metrics with an outcome of a judge, a label or a unit, by name. */
  readonly metrics: readonly (CoverageCounts & { readonly metric: string })[];
  /** The largest uncovered segments, the largest first. */
  readonly uncovered: readonly UncoveredSegment[];
  /** The number of all uncovered segments. */
  readonly uncoveredSegments: number;
}

/** The selection of a coverage. */
export interface CoverageSelection {
  /** Undefined for every metric. */
  readonly metric: string | undefined;
  /** The number of uncovered segments. */
  readonly top: number;
}

const NOTHING = { judged: 0, decided: 0, licensed: 0 } as const;

/**
 * The share of answered requests with licensed evidence: for each metric, and over all of them. Requests without a
 * verdict count as applicable, so that a judge that sees a sample covers a sample.
 *
 * @param terms the terms of the next fit
 */
export function measureCoverage(
  evidence: CoverageEvidence,
  artifact: CalibrationArtifact | undefined,
  { metric: only, top }: CoverageSelection,
  terms: FitTerms,
): Coverage {
  const metrics = metricsOf(evidence, artifact).filter((metric) => only === undefined || metric === only);
  const judged = new Map(evidence.judged.map((row) => [keyOf(row.metric, row.segment), row]));
  const labelled = new Map(evidence.labelled.map((row) => [keyOf(row.metric, row.segment), row.labelled]));
  const byMetric = metrics.map((metric) => {
    const rows = evidence.answered.map(({ segment, answered }) => ({
      metric,
      segment,
      applicable: answered,
      ...(judged.get(keyOf(metric, segment)) ?? NOTHING),
    }));
    return { metric, rows };
  });
  const uncovered = byMetric
    .flatMap(({ rows }) => rows)
    .map((row) => ({ ...row, uncovered: row.applicable - row.licensed }))
    .filter((row) => row.uncovered > 0)
    .toSorted(inOrder);
  return {
    overall: countsOf(byMetric.flatMap(({ rows }) => rows)),
    metrics: byMetric.map(({ metric, rows }) => ({ metric, ...countsOf(rows) })),
    uncovered: uncovered
      .slice(0, top)
      .map(({ metric, segment, applicable, licensed, uncovered: rest, judged: asked }) => {
        const rows = {
          metric,
          segment,
          applicable,
          judged: asked,
          labelled: labelled.get(keyOf(metric, segment)) ?? 0,
        };
        return { metric, segment, applicable, licensed, uncovered: rest, gap: findGap(rows, artifact, terms) };
      }),
    uncoveredSegments: uncovered.length,
  };
}

interface CoveredRows extends Pick<JudgedSegment, 'judged' | 'decided' | 'licensed'> {
  readonly applicable: number;
}

function countsOf(rows: readonly CoveredRows[]): CoverageCounts {
  const sum = (member: keyof CoveredRows): number => rows.reduce((total, row) => total + row[member], 0);
  const [applicable, judged, licensed] = [sum('applicable'), sum('judged'), sum('licensed')];
  return {
    ...{ applicable, judged, licensed },
    judgeRefusals: judged - sum('decided'),
    ratio: applicable === 0 ? null : licensed / applicable,
  };
}

function metricsOf({ judged, labelled }: CoverageEvidence, artifact: CalibrationArtifact | undefined): string[] {
  const known = [...judged, ...labelled, ...(artifact?.units ?? [])];
  return [...new Set(known.map(({ metric }) => metric))].toSorted();
}

interface OrderedSegment {
  readonly uncovered: number;
  readonly metric: string;
  readonly segment: string;
}

/** The largest first; equal ones by metric and segment. */
function inOrder(one: OrderedSegment, other: OrderedSegment): number {
  if (one.uncovered !== other.uncovered) return other.uncovered - one.uncovered;
  return keyOf(one.metric, one.segment) < keyOf(other.metric, other.segment) ? -1 : 1;
}

/** The key of a metric and a segment. Names of metrics contain no line break. */
function keyOf(metric: string, segment: string): string {
  return `${metric}\n${segment}`;
}
