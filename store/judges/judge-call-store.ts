import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { LOST_CALL } from '../spending/end-of-call.ts';
import type { Scoring } from './judge-scoring-store.ts';
import {
  reserveJudgeCalls,
  type IntendedJudgeCalls,
  type ReservedJudgeCall,
  type JudgeCallReservation,
} from './reserve-judge-calls.ts';
import { settleJudgeCall, type ScoringJudge, type JudgeCallSettlement } from './settle-judge-call.ts';

/** The calls that evaluators pay for. */
export interface JudgeCallStore {
  /**
   * Commits the intent of all calls that a request needs, and the most that they can cost: before it, nothing may be
   * sent.
   */
  reserve(wanted: IntendedJudgeCalls): Promise<JudgeCallReservation>;
  /** Settles a call, with the verdict where it is the last. False where somebody has settled it already. */
  settle(
    call: Pick<ReservedJudgeCall, 'callId' | 'attempt'> & { readonly scoringId: string },
    settlement: JudgeCallSettlement,
    judge: ScoringJudge,
  ): Promise<boolean>;
  /**
   * Settles reserved calls of dead workers: their effect is unknown, they cost their reservation and are not made
   * again. Without a judge there is no verdict, for any votes.
   */
  settleLost(scoring: Pick<Scoring, 'scoringId' | 'calls'>, judge: ScoringJudge | undefined): Promise<void>;
}

export function createJudgeCallStore(pool: pg.Pool, clock: Clock): JudgeCallStore {
  return {
    reserve: (wanted) => reserveJudgeCalls(pool, wanted, clock.now()),
    settle: (call, settlement, judge) => settleJudgeCall(pool, call, settlement, { judge, now: clock.now() }),
    async settleLost({ scoringId, calls }, judge) {
      for (const { callId, attempt, state } of calls) {
        if (state !== 'reserved') continue;
        const lost = { ...LOST_CALL, vote: undefined, againAfterMs: undefined };
        await settleJudgeCall(pool, { scoringId, callId, attempt }, lost, { judge, now: clock.now() });
      }
    },
  };
}
