import { defineCommand, type Group } from '../../tree/command.ts';
import { CALIBRATE_FLAGS } from './calibrate-flags.ts';

/** The command on routing thresholds. */
export const calibrateGroup: Group = {
  name: 'calibrate',
  summary: 'routing thresholds: fit one, or activate one',
  commands: [
    defineCommand('calibrate', {
      summary: 'fits a routing threshold as a candidate that nothing uses yet, or activates one',
      description:
        'A fit needs one of --rule and --param, and one of --quality-budget and --target-frontier-pct. Gateways use an active threshold from the next reload of their configuration.',
      operation: 'management.calibrations.fit',
      flags: CALIBRATE_FLAGS,
      examples: [
        { line: 'tt calibrate --rule small --quality-budget 0.02', does: 'Save as much as a loss of 2 % allows' },
        { line: 'tt calibrate --activate qcal_01k9d4w7z2e8sb6f3m5q0v1xya', does: 'Use a fit' },
      ],
      load: async () => await import('./calibrate-routing.ts'),
    }),
  ],
};
