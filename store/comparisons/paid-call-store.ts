import type pg from 'pg';
import type { RunCallKey } from '../../domain/comparisons/run-call.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { ReservedCall } from '../spending/paid-call-end.ts';
import type { Reservation } from './reservation.ts';
import { reserveCall, type IntendedCall } from './reserve-call.ts';
import { lostCallSettlement, settleCall, type CallSettlement } from './settle-call.ts';

export interface PaidCallStore {
  /**
   * Commits the intent of a call and its maximum cost, in one transaction. Nothing may be sent before this resolves.
   */
  reserve(call: IntendedCall): Promise<Reservation>;
  /**
   * Settles a call in one transaction: its cost, its result and its traffic. Returns false and changes nothing if it is
   * already settled.
   */
  settle(call: ReservedCall, settlement: CallSettlement): Promise<boolean>;
  /**
   * Settles a call whose worker was lost. Its effect is unknown, so it costs its full reservation and is not repeated.
   */
  settleLost(callKey: RunCallKey): Promise<void>;
  /** The reserved calls of a run. */
  reserved(runId: string): Promise<RunCallKey[]>;
}

/** Creates the store of paid calls. Its transactions take locks in the order budget, run, connection, call and cell. */
export function createPaidCallStore(pool: pg.Pool, clock: Clock): PaidCallStore {
  const settle: PaidCallStore['settle'] = (call, settlement) => settleCall(pool, call, settlement, clock.now());
  return {
    reserve: (call) => reserveCall(pool, call, clock.now()),

    settle,

    async settleLost(callKey) {
      const { rows } = await pool.query<ReservedCall>(
        `SELECT call_id AS "callId", attempt FROM comparison_calls
         WHERE run_id = $1 AND position = $2 AND arm = $3 AND purpose = $4 AND state = 'reserved'`,
        [callKey.runId, callKey.position, callKey.arm, callKey.purpose],
      );
      for (const call of rows) await settle(call, lostCallSettlement(callKey));
    },

    async reserved(runId) {
      const { rows } = await pool.query<RunCallKey>(
        `SELECT run_id AS "runId", position, arm, purpose FROM comparison_calls
         WHERE run_id = $1 AND state = 'reserved' ORDER BY position, arm, purpose`,
        [runId],
      );
      return rows;
    },
  };
}
