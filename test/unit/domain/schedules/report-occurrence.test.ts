import { describe, expect, it } from 'vitest';
import {
  CATCH_UP_MS,
  isInFlight,
  MAX_OCCURRENCE_ATTEMPTS,
  mayRerun,
  OCCURRENCE_STATES,
} from '../../../../domain/schedules/report-occurrence.ts';

describe('an occurrence', () => {
  it('keeps others waiting from its claim to its end', () => {
    expect(OCCURRENCE_STATES.filter(isInFlight)).toEqual(['claimed', 'running', 'cancelling']);
  });

  it('is run again by hand where it failed or never ran, not where somebody stopped it', () => {
    expect(OCCURRENCE_STATES.filter(mayRerun)).toEqual(['failed', 'missed']);
  });

  it('is taken up for a day, and its own steps five times', () => {
    expect([CATCH_UP_MS, MAX_OCCURRENCE_ATTEMPTS]).toEqual([86_400_000, 5]);
  });
});
