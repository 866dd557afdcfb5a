import type pg from 'pg';
import { MAX_CONCURRENT_CALLS } from '../../domain/comparisons/run-work.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { RollbackError } from '../postgres/rollback-error.ts';

/** The result of an attempt to reserve a call. */
export type Reservation =
  | ({ readonly kind: 'reserved' } & ReservedAttempt)
  /** The call exceeds a ceiling or the budget; nothing was written. */
  | { readonly kind: 'no_room'; readonly ceiling: 'spend_ceiling_exceeded' | 'judge_ceiling_reached' }
  /** The connection has its maximum number of calls in flight; nothing was written. */
  | { readonly kind: 'busy' }
  /** The provider asked to wait for this many more milliseconds; nothing was written. */
  | { readonly kind: 'limited'; readonly forMs: number }
  /** The call was made before: another worker has reserved it, or it has ended. */
  | { readonly kind: 'made_before' }
  /** The run is not in the state in which such calls are made, or its cancellation was requested. */
  | { readonly kind: 'stopped' };

/** A reserved call, and the number of its attempt. */
export interface ReservedAttempt {
  readonly callId: string;
  readonly attempt: number;
}

/** Rolls the transaction back, and answers the reservation with the reason. */
export class CallNotReserved extends RollbackError<Exclude<Reservation, { kind: 'reserved' }>> {}

/** The statements that reserve a call of one kind of run. Each throws `CallNotReserved` for a refusal. */
interface ReservationSteps {
  /** Reads everything that can refuse the call without a lock. */
  readonly findObstacles: (client: Queryable) => Promise<CallObstacles | undefined>;
  /** True for a last attempt, which calls a provider even during its rate limit. */
  readonly asksWhileLimited: boolean;
  /** Reserves the maximum cost, and locks the connection. */
  readonly takeRoom: (client: Queryable) => Promise<void>;
  /** Writes the call. Its id and attempt are null if no call was written. */
  readonly writeIntent: (client: Queryable) => Promise<WrittenIntent>;
}

/** The facts that can refuse a call before anything is locked. */
export interface CallObstacles {
  /** False for a call that was made before. */
  readonly isWanted: boolean;
  /** False for a run that is being stopped. */
  readonly isGoing: boolean;
  /** The end of the provider's rate limit; null without one. */
  readonly limitedUntil: Date | null;
  /** The number of calls in flight on the connection. */
  readonly out: number;
}

/** The written call, and the number of calls in flight before it. */
export interface WrittenIntent {
  readonly callId: string | null;
  readonly attempt: number | null;
  readonly out: number;
}

/**
 * Commits the intent of a call and its maximum cost. All calls of a workspace lock its budget row, one after the other.
 * Everything that can be read without the lock is therefore read before it, and two statements do the rest.
 */
export async function commitReservation(pool: pg.Pool, steps: ReservationSteps, now: Date): Promise<Reservation> {
  try {
    // Waiting calls retry often. Without a lock, they do not delay settlements.
    refuseAtOnce(await steps.findObstacles(pool), steps, now);
    return await inTransaction(pool, async (client) => {
      await steps.takeRoom(client);
      return { kind: 'reserved', ...requireWritten(await steps.writeIntent(client)) };
    });
  } catch (error) {
    if (error instanceof CallNotReserved) return error.instead;
    throw error;
  }
}

/**
 * Refuses early if possible. A call that was made before is reported first, before any limit, because a dead worker
 * must not turn an unknown effect into a refusal. A run that is being stopped does not wait.
 */
function refuseAtOnce(
  found: CallObstacles | undefined,
  { asksWhileLimited }: Pick<ReservationSteps, 'asksWhileLimited'>,
  now: Date,
): void {
  if (found?.isWanted !== true) throw new CallNotReserved({ kind: 'made_before' });
  if (!found.isGoing) throw new CallNotReserved({ kind: 'stopped' });
  const forMs = found.limitedUntil === null ? 0 : found.limitedUntil.getTime() - now.getTime();
  if (forMs > 0 && !asksWhileLimited) throw new CallNotReserved({ kind: 'limited', forMs });
  if (found.out >= MAX_CONCURRENT_CALLS) throw new CallNotReserved({ kind: 'busy' });
}

function requireWritten({ callId, attempt, out }: WrittenIntent): ReservedAttempt {
  if (callId !== null && attempt !== null) return { callId, attempt };
  throw new CallNotReserved({ kind: out >= MAX_CONCURRENT_CALLS ? 'busy' : 'made_before' });
}
