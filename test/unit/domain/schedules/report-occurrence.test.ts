import { describe, expect, it } from 'vitest';
import {
  CATCH_UP_MS,
  isInFlight,
  MAX_OCCURRENCE_ATTEMPTS,
  canRerun,
  OCCURRENCE_STATES,
} from '../../../../domain/schedules/report-occurrence.ts';

describe('an occurrence', () => {
  it('blocks others from its claim to its end', () => {
    expect(OCCURRENCE_STATES.filter(isInFlight)).toEqual(['claimed', 'running', 'cancelling']);
  });

  it('can be rerun if it failed or never ran, and not if a person stopped it', () => {
    expect(OCCURRENCE_STATES.filter(canRerun)).toEqual(['failed', 'missed']);
  });

  it('is attempted for a day, and its own steps five times', () => {
    expect([CATCH_UP_MS, MAX_OCCURRENCE_ATTEMPTS]).toEqual([86_400_000, 5]);
  });
});
