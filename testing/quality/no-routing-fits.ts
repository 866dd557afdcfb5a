import type { RoutingFitPorts } from '../../activities/quality/calibration/calibration-fit-ports.ts';

/** The ports of a worker without shadow calls and without a routing block. */
export const NO_ROUTING_FITS: RoutingFitPorts = {
  readPairs: () => Promise.resolve({ pairs: [], isCapped: false, arrivalHighWater: '0' }),
  findActiveUnits: () => Promise.resolve({ calibrationId: undefined, units: [] }),
  calibrations: { find: () => Promise.resolve(undefined) },
  block: undefined,
};
