import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { LOST_CALL } from '../spending/end-of-call.ts';
import type { Scoring } from './judge-scoring-store.ts';
import { reserveSeats, type IntendedSeats, type ReservedSeat, type SeatReservation } from './reserve-seats.ts';
import { settleSeat, type ScoringJudge, type SeatSettlement } from './settle-seat.ts';

/** The calls that evaluators pay for. */
export interface JudgeCallStore {
  /** Commits the intent of all calls that a request needs, and the most that they can cost: before it, nothing may be sent. */
  reserve(wanted: IntendedSeats): Promise<SeatReservation>;
  /** Settles a call, with the verdict where it is the last. False where somebody has settled it already. */
  settle(
    call: Pick<ReservedSeat, 'callId' | 'attempt'> & { readonly scoringId: string },
    settlement: SeatSettlement,
    judge: ScoringJudge,
  ): Promise<boolean>;
  /**
   * Settles calls that somebody reserved who is gone: their effect is unknown, they cost their reservation and are not made again.
   * Without a judge there is no verdict, whatever the seats said.
   */
  settleLost(scoring: Pick<Scoring, 'scoringId' | 'calls'>, judge: ScoringJudge | undefined): Promise<void>;
}

export function createJudgeCallStore(pool: pg.Pool, clock: Clock): JudgeCallStore {
  return {
    reserve: (wanted) => reserveSeats(pool, wanted, clock.now()),
    settle: (call, settlement, judge) => settleSeat(pool, call, settlement, { judge, now: clock.now() }),
    async settleLost({ scoringId, calls }, judge) {
      for (const { callId, attempt, state } of calls) {
        if (state !== 'reserved') continue;
        const lost = { ...LOST_CALL, vote: undefined, againAfterMs: undefined };
        await settleSeat(pool, { scoringId, callId, attempt }, lost, { judge, now: clock.now() });
      }
    },
  };
}
