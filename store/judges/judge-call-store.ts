import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { LOST_CALL_END } from '../spending/paid-call-end.ts';
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
   * Commits the intent of all calls that a request needs, and their maximum cost. Nothing may be sent before this
   * resolves.
   */
  reserve(wanted: IntendedJudgeCalls): Promise<JudgeCallReservation>;
  /** Settles a call, and writes the verdict if it is the last call. Returns false if it is already settled. */
  settle(
    call: Pick<ReservedJudgeCall, 'callId' | 'attempt'> & { readonly scoringId: string },
    settlement: JudgeCallSettlement,
    judge: ScoringJudge,
  ): Promise<boolean>;
  /**
   * Settles reserved calls of dead workers. Their effect is unknown, so they cost their full reservation and are not
   * repeated. Without a judge, no verdict is written.
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
        const lost = { ...LOST_CALL_END, vote: undefined, againAfterMs: undefined };
        await settleJudgeCall(pool, { scoringId, callId, attempt }, lost, { judge, now: clock.now() });
      }
    },
  };
}
