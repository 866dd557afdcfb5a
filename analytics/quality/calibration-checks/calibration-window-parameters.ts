import type { CalibrationArtifact } from '../../../domain/quality/calibration/artifact.ts';

/** The artifact members that bound what its fit read. */
export type CalibrationBounds = Pick<CalibrationArtifact, 'workspace_id' | 'window'>;

/** The parameters of a statement over the labels of a calibration; `until` is exclusive. */
export function calibrationWindowParameters({ workspace_id: workspace, window }: CalibrationBounds): {
  readonly workspace: string;
  readonly since: number;
  readonly until: number;
  readonly high: string;
} {
  const since = Date.parse(window.from);
  // The window of an artifact ends with its last row, which it contains.
  const until = Date.parse(window.until) + 1;
  return { workspace, since, until, high: window.arrival_high_water };
}
