import type pg from 'pg';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { createLabelledRowCounter } from '../../analytics/quality/calibration-checks/labelled-row-counter.ts';
import { createThresholdSweepReader } from '../../analytics/quality/calibration-checks/threshold-sweep-reader.ts';
import { routingFingerprint } from '../../contracts/quality/calibrations/routing-fingerprint.ts';
import type { RoutingBlock } from '../../domain/gateway/routing/routing-block.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { EvalsSettings } from '../../domain/judges/configuration/evals-settings.ts';
import type { CallPrices } from '../../domain/models/call-prices.ts';
import type { RoutingArtifact } from '../../domain/quality/routing-thresholds/routing-artifact.ts';
import { createExclusionFinder } from '../../store/insight/exclusion-finder.ts';
import { createJudgeRegistry } from '../../store/judges/judge-registry.ts';
import { createCalibrationFitStore } from '../../store/quality/calibrations/calibration-fit-store.ts';
import { createCalibrationStore } from '../../store/quality/calibrations/calibration-store.ts';
import { createRecalibrationLog } from '../../store/quality/calibrations/recalibration-log.ts';
import type { CalibrationSources } from '../management/ports/calibration-ports.ts';

/** The parts from which the sources of calibrations are made. */
interface CalibrationParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly clickhouse: Pick<AnalyticsClient, 'query'> | undefined;
  readonly callPrices: CallPrices;
  readonly settings: EvalsSettings;
  readonly fingerprint: string | undefined;
  /** The block `routing` of the configuration file; undefined without one. */
  readonly routing: RoutingBlock | undefined;
}

/** The calibrations of each kind, for the management plane. */
export function createCalibrationSources(parts: CalibrationParts): CalibrationSources {
  const { pool, clock, clickhouse, callPrices, settings, fingerprint, routing } = parts;
  const { goldSources } = settings.validation;
  const findExclusions = createExclusionFinder(pool);
  return {
    settings: settings.calibration,
    fingerprint,
    store: createCalibrationStore(pool, clock, 'quality'),
    fits: createCalibrationFitStore(pool, clock),
    log: createRecalibrationLog(pool, 'quality'),
    routing: {
      fingerprint: routingFingerprint(routing),
      store: createCalibrationStore<RoutingArtifact>(pool, clock, 'routing'),
      log: createRecalibrationLog(pool, 'routing'),
    },
    registry: createJudgeRegistry(pool, clock),
    ...(clickhouse && {
      sweep: createThresholdSweepReader(clickhouse, findExclusions, goldSources, callPrices),
      countLabelled: createLabelledRowCounter(clickhouse, findExclusions, goldSources),
    }),
  };
}
