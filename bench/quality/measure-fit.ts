import { strict as assert } from 'node:assert';
import type pg from 'pg';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createCalibrationFitActivities } from '../../activities/quality/calibration/calibration-fit-activities.ts';
import type { FitStatus } from '../../activities/quality/calibration/fit-status.ts';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { createLabelledRowReader } from '../../analytics/quality/labelled-rows/labelled-row-reader.ts';
import { calibrationSettings } from '../../domain/judges/configuration/calibration-settings.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import { createExclusionFinder } from '../../store/insight/exclusion-finder.ts';
import { createCalibrationFitStore } from '../../store/quality/calibrations/calibration-fit-store.ts';
import { createCalibrationStore } from '../../store/quality/calibrations/calibration-store.ts';
import { NO_ROUTING_FITS } from '../../testing/quality/no-routing-fits.ts';
import { median } from '../reports/spread.ts';
import { QUALITY_WORKSPACE, type QualitySize } from './make-quality-facts.ts';

/** The parts of a measurement of fits. */
interface FitBench {
  readonly client: AnalyticsClient;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly size: QualitySize;
  readonly rounds: number;
  readonly report: (line: string) => void;
}

/** Measures fits from their request to the recorded artifact: the read of the labels, the fit and the transaction. */
export async function measureFit({ client, pool, clock, size, rounds, report }: FitBench): Promise<void> {
  const fits = createCalibrationFitStore(pool, clock);
  const calibrations = createCalibrationStore(pool, clock, 'quality');
  const quality = { enabled: true, confidence: 0.9 };
  const activities = createCalibrationFitActivities({
    reader: createLabelledRowReader(client, createExclusionFinder(pool)),
    ...{ fits, calibrations, clock, routing: NO_ROUTING_FITS },
    settings: calibrationSettings({ calibration: { quality } }),
    goldSources: ['outcomes'],
    fingerprint: 'b'.repeat(64),
    faultPoints: noFaultPoints,
    log: { info: () => undefined, warn: () => undefined },
  });
  const worker = new MockActivityEnvironment();
  const taken: number[] = [];
  let passed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const { fitId } = await fits.request({ workspaceId: QUALITY_WORKSPACE, requestedBy: 'tok_bench' });
    const status: FitStatus = await worker.run(() => activities.fitCalibration({ fitId }));
    taken.push(performance.now() - started);
    assert.equal(status.state, 'candidate', JSON.stringify(status));
    const artifact = (await calibrations.find(fitId))?.artifact;
    assert.equal(artifact?.census.labelled, size.labelled);
    passed = artifact.units.filter(({ gate_passed: hasPassed }) => hasPassed).length;
  }
  report(`\n${size.labelled} labelled rows in ${size.segments} segments, ${rounds} fits: ${passed} units passed`);
  report(`  fit       ${median(taken).toFixed(0).padStart(6)} ms`);
}
