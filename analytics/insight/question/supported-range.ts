import type { TimeSpan } from '../../../domain/insight/coverage.ts';

/** The time that facts can lie in; whatever names another instant is set aside at ingest. */
export const SUPPORTED_RANGE: TimeSpan = {
  from: new Date('2000-01-01T00:00:00.000Z'),
  to: new Date('2100-01-01T00:00:00.000Z'),
};
