import type { CalibrationUnit } from './artifact.ts';
import { licensedUnits } from './licensed-unit.ts';

/** The changes of the threshold of a unit if one artifact replaces another. */
export const THRESHOLD_CHANGES = ['added', 'removed', 'raised', 'lowered', 'same'] as const;
type ThresholdChange = (typeof THRESHOLD_CHANGES)[number];

/** The thresholds of a unit in two artifacts. */
interface ThresholdDifference {
  readonly metric: string;
  readonly segment: string;
  readonly judge_subject: string;
  readonly change: ThresholdChange;
  /** Null if the unit has no licensed threshold in the artifact. */
  readonly threshold: number | null;
  /** Null if the unit has no licensed threshold in the active artifact. */
  readonly active_threshold: number | null;
}

/**
 * The units with a licensed threshold in an artifact or in the active one, by metric, segment and judge. Units without
 * one in both are omitted.
 */
export function compareThresholds(
  units: readonly CalibrationUnit[],
  active: readonly CalibrationUnit[],
): ThresholdDifference[] {
  const next = servingThresholds(units);
  const present = servingThresholds(active);
  return [...new Set([...next.keys(), ...present.keys()])].sort().map((key) => {
    const [metric = '', segment = '', judge = ''] = JSON.parse(key) as readonly string[];
    const threshold = next.get(key) ?? null;
    const activeThreshold = present.get(key) ?? null;
    return {
      metric,
      segment,
      judge_subject: judge,
      change: changeOf(threshold, activeThreshold),
      threshold,
      active_threshold: activeThreshold,
    };
  });
}

/** The licensed thresholds, by unit. */
function servingThresholds(units: readonly CalibrationUnit[]): Map<string, number> {
  return new Map(
    licensedUnits(units).map(({ metric, segment, judge_subject: judge, threshold }) => [
      JSON.stringify([metric, segment, judge]),
      threshold,
    ]),
  );
}

function changeOf(threshold: number | null, active: number | null): ThresholdChange {
  if (active === null) return 'added';
  if (threshold === null) return 'removed';
  if (threshold === active) return 'same';
  return threshold > active ? 'raised' : 'lowered';
}
