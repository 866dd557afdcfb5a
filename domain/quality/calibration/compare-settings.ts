import type { CalibrationSettings } from '../../judges/configuration/calibration-settings.ts';
import type { CalibrationArtifact } from './artifact.ts';

/** A setting with which an artifact was fitted, and its value in the running configuration. */
interface SettingDifference {
  /** The setting in the configuration file. */
  readonly setting: string;
  readonly artifact: number;
  /** Null if it is not configured. */
  readonly configured: number | null;
}

const BLOCK = 'evals.calibration.quality';

/** The settings of an artifact that differ from the running configuration, tolerances by metric. */
export function compareSettings(
  { confidence, min_n: minN, units }: Pick<CalibrationArtifact, 'confidence' | 'min_n' | 'units'>,
  settings: CalibrationSettings,
): SettingDifference[] {
  const fitted = new Map(units.map(({ metric, tolerance }) => [metric, tolerance]));
  const tolerances = [...fitted].map(([metric, artifact]) => {
    const own = Object.hasOwn(settings.tolerances, metric) ? settings.tolerances[metric] : undefined;
    const setting = own === undefined ? `${BLOCK}.tolerance` : `${BLOCK}.tolerances.${metric}`;
    return { setting, artifact, configured: own ?? settings.tolerance };
  });
  const differences = [
    { setting: `${BLOCK}.confidence`, artifact: confidence, configured: settings.confidence ?? null },
    { setting: `${BLOCK}.min_n`, artifact: minN, configured: settings.minN },
    ...tolerances,
  ].filter(({ artifact, configured }) => artifact !== configured);
  return differences.filter(
    ({ setting, artifact }, index) =>
      differences.findIndex((other) => other.setting === setting && other.artifact === artifact) === index,
  );
}
