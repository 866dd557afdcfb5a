import type { CountLabelledRows } from '../../../analytics/quality/calibration-checks/labelled-row-counter.ts';
import type { SweepThresholds } from '../../../analytics/quality/calibration-checks/threshold-sweep-reader.ts';
import type { CalibrationSettings } from '../../../domain/judges/configuration/calibration-settings.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';
import type { CalibrationFitStore } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import type { CalibrationStore } from '../../../store/quality/calibrations/calibration-store.ts';
import type { RecalibrationLog } from '../../../store/quality/calibrations/recalibration-log.ts';
import type { JudgeRegistry } from '../../../store/judges/judge-registry.ts';
import type { QualityWorkspacePorts } from './quality-workspace-ports.ts';

/** The facts about routing thresholds, and their changes. */
interface RoutingSources {
  /** The digest of the running routing block. */
  readonly fingerprint: string;
  readonly store: CalibrationStore<RoutingArtifact>;
  readonly log: RecalibrationLog;
}

/** The facts about calibrations of quality, and their changes. */
export interface CalibrationSources {
  readonly settings: CalibrationSettings;
  /** The policy epoch of the running configuration; undefined if it cannot be derived. */
  readonly fingerprint: string | undefined;
  readonly store: CalibrationStore;
  readonly fits: Pick<CalibrationFitStore, 'request'>;
  readonly log: RecalibrationLog;
  readonly routing: RoutingSources;
  readonly registry: Pick<JudgeRegistry, 'standing'>;
  /** Absent if the deployment has no ClickHouse. */
  readonly sweep?: SweepThresholds;
  /** Absent if the deployment has no ClickHouse. */
  readonly countLabelled?: CountLabelledRows;
}

/** The ports of calibrations. */
export interface CalibrationPorts extends QualityWorkspacePorts {
  readonly clock: Clock;
  readonly calibrations: CalibrationSources;
}
