import { Gauge, type Registry } from 'prom-client';
import type { CalibrationGauges } from '../../store/quality/calibrations/calibration-gauges.ts';
import type { ReadFigures } from './scrape.ts';

/** Metrics of the fits of calibrations in the control plane. */
export function createCalibrationMetrics(registry: Registry, calibrations: CalibrationGauges): ReadFigures {
  const registers = [registry];
  const open = new Gauge({
    name: 'truetally_calibration_fits_open',
    help: 'Fits of calibrations that were requested and have no result.',
    registers,
  });
  const oldest = new Gauge({
    name: 'truetally_calibration_fits_oldest_open_seconds',
    help: 'Age of the oldest fit of a calibration without a result; 0 without fits.',
    registers,
  });
  return {
    source: 'calibrations',
    metrics: [open, oldest],
    async read() {
      const figures = await calibrations.open();
      return () => {
        open.set(figures.fits);
        oldest.set(figures.oldestSeconds);
      };
    },
  };
}
