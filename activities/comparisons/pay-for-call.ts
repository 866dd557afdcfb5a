import { MAX_CONNECTION_WAIT_MS, type CallStatus } from '../../domain/comparisons/run-work.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import { callCost, type CallSize } from '../../domain/models/call-cost.ts';
import { isTransientCallFault } from '../../domain/models/is-transient-call-fault.ts';
import type { ModelPrices } from '../../domain/models/model-prices.ts';
import type { CallOutcome, ModelCaller } from '../../providers/caller/model-caller.ts';
import type { CallTarget, ModelRequest } from '../../providers/protocols/shared/model-request.ts';
import type { Reservation } from '../../store/comparisons/reservation.ts';
import type { PaidCallEnd, ReservedCall } from '../../store/spending/paid-call-end.ts';
import { callModelInSpan } from '../spending/call-model-in-span.ts';
import { settleWithRetries } from '../spending/settle-with-retries.ts';
import { toPaidCallEnd } from '../spending/to-paid-call-end.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { ConnectionWaiters } from './connection-waiters.ts';

const AGAIN_MS = 1_000;

/** The models, prices and clock with which calls of every kind of run are made. */
export interface CallingPorts {
  readonly caller: ModelCaller;
  readonly connectionWaiters: ConnectionWaiters;
  /** Waits briefly, so that calls which end at about the same time are reported together. */
  readonly batchEnds: () => Promise<void>;
  readonly prices: ModelPrices;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly log: { warn(members: object, sentence: string): void };
}

/** The stores by which the calls of one kind of run are paid for once. */
export interface PayingPorts<Key, Intent, Ending> extends CallingPorts {
  readonly calls: {
    reserve(intent: Intent): Promise<Reservation>;
    settle(call: ReservedCall, settlement: PaidCallEnd & { readonly ending: Ending | Again }): Promise<boolean>;
    settleLost(callKey: Key): Promise<void>;
  };
  readonly runs: {
    /** The end of a call's cell or verdict, and the spent share of its run. */
    ended(callKey: Key): Promise<Omit<Extract<CallStatus, { kind: 'ended' }>, 'kind'>>;
  };
}

/** The end of a call that is retried. */
interface Again {
  readonly kind: 'again';
}

/** One try of a call. */
export interface PaidTry {
  /** True if a transient fault ends the call instead of another try. */
  readonly isLastTry: boolean;
  /** True if other calls of the run are in flight, whose end may release part of the ceiling. */
  readonly hasCompany: boolean;
  /** Milliseconds that the provider has for its answer. */
  readonly callMs: number;
}

/** The reasons why no call is made at all. */
export type NoCallReason =
  | Extract<Reservation, { kind: 'no_room' }>['ceiling']
  | 'connection_retired'
  | 'price_unknown';

/** A call with the cell or verdict that it is made for. */
export interface PaidCallPlan<Key, Intent, Ending> {
  readonly callKey: Key;
  /** The connection; undefined if it was retired or is no longer configured. */
  readonly connection: CallTarget | undefined;
  /** The name of the connection, or of the judge's seat, for which calls wait in turn. */
  readonly lane: string;
  /** The first part of the names of its fault points. */
  readonly stage: string;
  readonly request: Pick<ModelRequest, 'model' | 'system' | 'messages' | 'parameters' | 'structured'>;
  readonly size: CallSize;
  readonly intentOf: (maxNanoUsd: bigint) => Intent;
  /** The end of the cell or verdict for an outcome that is not retried. */
  readonly endingOf: (outcome: CallOutcome) => Ending;
  /** Ends the cell or verdict if no call is made. */
  readonly endWithout: (why: NoCallReason) => Promise<void>;
}

/**
 * Makes a call that costs money, once. Its reservation is committed before anything is sent, and its outcome
 * afterwards. A call that is already reserved belonged to a dead worker; it is charged and not repeated.
 */
export async function payForCall<Key, Intent, Ending>(
  ports: PayingPorts<Key, Intent, Ending>,
  order: PaidTry,
  wanted: PaidCallPlan<Key, Intent, Ending>,
): Promise<CallStatus> {
  const { calls, runs } = ports;
  const { callKey, connection } = wanted;
  const ended = async (): Promise<CallStatus> => ({ kind: 'ended', ...(await runs.ended(callKey)) });
  const maxNanoUsd = maxCostOf(ports, wanted);
  if (connection === undefined || maxNanoUsd === undefined) {
    await calls.settleLost(callKey);
    await wanted.endWithout(connection === undefined ? 'connection_retired' : 'price_unknown');
    return ended();
  }
  const reserved = await reserveInTurn(ports, wanted.intentOf(maxNanoUsd), wanted.lane);
  if (reserved.kind === 'stopped' || reserved.kind === 'busy') return reserved;
  if (reserved.kind === 'limited') return { kind: 'put_off', fault: 'rate_limited', afterMs: reserved.forMs };
  if (reserved.kind === 'no_room' && order.hasCompany) return { kind: 'no_room' };
  if (reserved.kind === 'no_room') await wanted.endWithout(reserved.ceiling);
  if (reserved.kind === 'made_before') await calls.settleLost(callKey);
  if (reserved.kind !== 'reserved') return ended();
  const putOff = await makeReserved(ports, order, wanted, { connection, ...reserved });
  return putOff ?? ended();
}

function maxCostOf<Key, Intent, Ending>(
  { prices, clock }: PayingPorts<Key, Intent, Ending>,
  { connection, request, size }: PaidCallPlan<Key, Intent, Ending>,
): bigint | undefined {
  if (connection === undefined) return undefined;
  return callCost(size, prices.priceOf({ ...connection, model: request.model }, clock.now()))?.atMost;
}

/** Sends a reserved call and settles it. Returns a status only if the call is to be retried. */
async function makeReserved<Key, Intent, Ending>(
  ports: PayingPorts<Key, Intent, Ending>,
  order: PaidTry,
  { request, endingOf, lane, stage }: PaidCallPlan<Key, Intent, Ending>,
  { connection, ...reserved }: { connection: CallTarget; callId: string; attempt: number },
): Promise<CallStatus | undefined> {
  const { faultPoints } = ports;
  faultPoints.reach(`${stage}.after_reserve`);
  const outcome = await withHeartbeat((signal) =>
    callModelInSpan(ports.caller, { ...request, callId: reserved.callId, connection, timeoutMs: order.callMs, signal }),
  );
  faultPoints.reach(`${stage}.before_settle`);
  const isPutOff = mayBeTriedAgain(outcome) && !order.isLastTry;
  const ending = isPutOff ? ({ kind: 'again' } as const) : endingOf(outcome);
  await settleWithRetries(() => ports.calls.settle(reserved, { ...toPaidCallEnd(outcome), ending }), {
    callId: reserved.callId,
    log: ports.log,
  });
  const isTaken = ports.connectionWaiters.wake(lane);
  faultPoints.reach(`${stage}.after_settle`);
  if (isTaken) await ports.batchEnds();
  if (!isPutOff) return undefined;
  return {
    kind: 'put_off',
    fault: outcome.fault,
    afterMs: outcome.kind === 'refused' ? (outcome.retryAfterMs ?? null) : null,
  };
}

/**
 * Waits while the connection has its maximum of calls in flight. A waiting call has no reservation, so nothing is lost
 * if its worker dies.
 */
async function reserveInTurn<Key, Intent, Ending>(
  { calls, connectionWaiters }: PayingPorts<Key, Intent, Ending>,
  intent: Intent,
  lane: string,
): Promise<Reservation> {
  return withHeartbeat(async (signal) => {
    const giveUpAt = performance.now() + MAX_CONNECTION_WAIT_MS;
    for (;;) {
      const reservation = await calls.reserve(intent);
      if (reservation.kind !== 'busy' || performance.now() > giveUpAt) return reservation;
      await connectionWaiters.wait(lane, AGAIN_MS, signal);
      signal.throwIfAborted();
    }
  });
}

function mayBeTriedAgain(outcome: CallOutcome): outcome is Exclude<CallOutcome, { kind: 'answered' }> {
  return (outcome.kind === 'never_sent' || outcome.kind === 'refused') && isTransientCallFault(outcome.fault);
}
