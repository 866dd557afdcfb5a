import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { ExperimentCallKey } from '../../../domain/quality/experiment-runs/experiment-work.ts';
import type { Reservation } from '../../comparisons/reservation.ts';
import { LOST_CALL_END, type ReservedCall } from '../../spending/paid-call-end.ts';
import { reserveExperimentCall, type IntendedExperimentCall } from './reserve-experiment-call.ts';
import { settleExperimentCall, type ExperimentCallSettlement } from './settle-experiment-call.ts';

/** The calls that runs of experiments pay for. */
export interface ExperimentCallStore {
  /** Commits the intent of a call and its maximum cost. Nothing may be sent before this resolves. */
  reserve(call: IntendedExperimentCall): Promise<Reservation>;
  /** Settles a call in one transaction. Returns false and changes nothing if it is already settled. */
  settle(call: ReservedCall, settlement: ExperimentCallSettlement): Promise<boolean>;
  /**
   * Settles a call whose worker was lost. Its effect is unknown, so it costs its full reservation and is not repeated.
   */
  settleLost(callKey: ExperimentCallKey): Promise<void>;
  /** The reserved calls of a run. */
  reserved(runId: string): Promise<ExperimentCallKey[]>;
}

/** Creates the store. Its transactions take locks in the order budget, run, connection, call and cell. */
export function createExperimentCallStore(pool: pg.Pool, clock: Clock): ExperimentCallStore {
  const settle: ExperimentCallStore['settle'] = (call, settlement) =>
    settleExperimentCall(pool, call, settlement, clock.now());
  return {
    reserve: (call) => reserveExperimentCall(pool, call, clock.now()),

    settle,

    async settleLost({ runId, position, arm, purpose, seat }) {
      const { rows } = await pool.query<ReservedCall>(
        `SELECT call_id AS "callId", attempt FROM quality_experiment_calls
         WHERE run_id = $1 AND position = $2 AND arm = $3 AND purpose = $4 AND seat = $5 AND state = 'reserved'`,
        [runId, position, arm, purpose, seat],
      );
      for (const call of rows) await settle(call, { ...LOST_CALL_END, ending: { kind: 'failed' } });
    },

    async reserved(runId) {
      const { rows } = await pool.query<ExperimentCallKey>(
        `SELECT run_id AS "runId", position, arm, purpose, seat FROM quality_experiment_calls
         WHERE run_id = $1 AND state = 'reserved' ORDER BY position, arm, purpose, seat`,
        [runId],
      );
      return rows;
    },
  };
}
