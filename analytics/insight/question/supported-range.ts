import type { TimeSpan } from '../../../domain/insight/coverage.ts';

/** The time range of facts; lines with an instant outside of it are quarantined. */
export const SUPPORTED_RANGE: TimeSpan = {
  from: new Date('2000-01-01T00:00:00.000Z'),
  to: new Date('2100-01-01T00:00:00.000Z'),
};
