import { defineCommand, type Group } from '../../tree/command.ts';
import { idOf } from '../../tree/forms.ts';
import { COVERAGE_FLAGS, FIT_FLAGS, QUALITY_FLAGS } from './quality-flags.ts';

const ARTIFACT = {
  name: '<artifact-id>',
  summary: 'the id of the calibration, qcal_…',
  form: idOf('calibration'),
} as const;

/** Commands on calibrations of judges, and on the coverage of their verdicts. */
export const qualityGroup: Group = {
  name: 'quality',
  summary: 'calibrations of judges, their reliability, and what they cover',
  commands: [
    defineCommand('quality calibrate', {
      summary: 'fits a calibration on the labelled requests, as a candidate that nothing uses yet',
      description:
        'The service splits the labelled requests by time: 50 % to fit, 25 % to calibrate, 25 % to hold out. It fits on the rows that it loaded, with the policy epoch of its own configuration; without one, it refuses.',
      operation: 'management.calibrations.fit',
      flags: FIT_FLAGS,
      examples: [{ line: 'tt quality calibrate --since 30d --confidence 0.95', does: 'Fit on the labels of a month' }],
      load: async () => await import('./fit-quality.ts'),
    }),
    defineCommand('quality activate', {
      summary: 'makes a calibration the active one; the audit keeps each attempt',
      operation: 'management.calibrations.activate',
      args: [ARTIFACT],
      flags: QUALITY_FLAGS,
      examples: [{ line: 'tt quality activate qcal_01k9d4w7z2e8sb6f3m5q0v1xya', does: 'Use a fit' }],
      load: async () => await import('./activate-quality.ts'),
    }),
    defineCommand('quality reliability', {
      summary: 'shows how often verdicts are wrong in each unit of a calibration',
      operation: 'management.quality.reliability',
      args: [{ ...ARTIFACT, summary: 'the id of a calibration; the active one unless given', isOptional: true }],
      flags: QUALITY_FLAGS,
      load: async () => await import('./show-reliability.ts'),
    }),
    defineCommand('quality coverage', {
      summary: 'shows the share of answered requests with a licensed verdict, and what is missing',
      operation: 'management.quality.coverage',
      flags: COVERAGE_FLAGS,
      examples: [{ line: 'tt quality coverage --since 7d --top 3', does: 'Find out what to label next' }],
      load: async () => await import('./show-coverage.ts'),
    }),
  ],
};
