import type { LabelledRowReader } from '../../../analytics/quality/labelled-rows/labelled-row-reader.ts';
import type { ReadRoutingPairs } from '../../../analytics/quality/routing-pairs/routing-pair-reader.ts';
import type { RoutingBlock } from '../../../domain/gateway/routing/routing-block.ts';
import type { GoldSource } from '../../../domain/judges/configuration/evals-block.ts';
import type { CalibrationSettings } from '../../../domain/judges/configuration/calibration-settings.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../../domain/kernel/fault-points.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';
import type { FindActiveUnits } from '../../../store/quality/calibrations/active-units-finder.ts';
import type { CalibrationFitStore } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import type { CalibrationStore } from '../../../store/quality/calibrations/calibration-store.ts';
import type { RunPorts } from '../../reports/run-ports.ts';

/** The ports of fits of routing thresholds. */
export interface RoutingFitPorts {
  readonly readPairs: ReadRoutingPairs;
  readonly findActiveUnits: FindActiveUnits;
  readonly calibrations: Pick<CalibrationStore<RoutingArtifact>, 'find'>;
  /** The block `routing` of the configuration file; undefined without one. */
  readonly block: RoutingBlock | undefined;
}

/** The ports of fits. */
export interface CalibrationFitPorts {
  readonly reader: LabelledRowReader;
  readonly fits: Pick<CalibrationFitStore, 'request' | 'find' | 'recordFit'>;
  readonly calibrations: Pick<CalibrationStore, 'find'>;
  readonly routing: RoutingFitPorts;
  readonly settings: CalibrationSettings;
  readonly goldSources: readonly GoldSource[];
  /** The policy epoch of the configuration; empty without a configuration file. */
  readonly fingerprint: string;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly log: Pick<RunPorts['log'], 'info' | 'warn'>;
}
