import { callCost, type CallSize } from '../../domain/models/call-cost.ts';
import type { CellFailure } from '../../domain/comparisons/failures-without-call.ts';
import type { RunCallEnding, RunCallKey } from '../../domain/comparisons/run-call.ts';
import { MAX_CONNECTION_WAIT_MS, type CallStatus } from '../../domain/comparisons/run-work.ts';
import { isTransientCallFault } from '../../domain/models/is-transient-call-fault.ts';
import type { CallOutcome } from '../../providers/caller/model-caller.ts';
import type { ModelRequest } from '../../providers/protocols/shared/model-request.ts';
import type { ProviderConnection } from '../../store/gateway/connection-store.ts';
import type { IntendedCall, Reservation } from '../../store/comparisons/reserve-call.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { callModelInSpan } from '../spending/call-model-in-span.ts';
import { toPaidCallEnd } from '../spending/to-paid-call-end.ts';
import { settleWithRetries } from '../spending/settle-with-retries.ts';
import type { CallOrder, ComparisonPorts } from './comparison-ports.ts';

const AGAIN_MS = 1_000;

/** The reasons why no call is made at all. */
export type NoCallReason = Extract<CellFailure, 'spend_ceiling_exceeded' | 'connection_retired' | 'price_unknown'>;

/** A call with the cell or verdict that it is made for. */
export interface PaidCallRequest {
  readonly callKey: RunCallKey;
  readonly connectionId: string;
  readonly request: Pick<ModelRequest, 'model' | 'system' | 'messages' | 'parameters' | 'structured'>;
  readonly size: CallSize;
  /** The end of the cell or verdict for an outcome that is not retried. */
  readonly endingOf: (outcome: CallOutcome) => RunCallEnding;
  /** Ends the cell or verdict if no call is made. */
  readonly endWithout: (why: NoCallReason | 'judge_ceiling_reached') => Promise<void>;
}

/**
 * Makes a call that costs money, once. Its reservation is committed before anything is sent, and its outcome
 * afterwards. A call that is already reserved belonged to a dead worker; it is charged and not repeated.
 */
export async function payOnce(ports: ComparisonPorts, order: CallOrder, wanted: PaidCallRequest): Promise<CallStatus> {
  const { calls } = ports;
  const { callKey } = wanted;
  const ended = async (): Promise<CallStatus> => ({ kind: 'ended', ...(await ports.runs.ended(callKey)) });
  const connection = await ports.connections.find(wanted.connectionId);
  const { model } = wanted.request;
  const maxNanoUsd = callCost(wanted.size, ports.prices.priceOf({ ...connection, model }, ports.clock.now()))?.atMost;
  if (connection.retiredAt !== undefined || maxNanoUsd === undefined) {
    await calls.settleLost(callKey);
    await wanted.endWithout(connection.retiredAt === undefined ? 'price_unknown' : 'connection_retired');
    return ended();
  }
  const { connectionId } = wanted;
  const reserved = await reserveInTurn(ports, {
    ...{ ...callKey, connectionId, model, maxNanoUsd },
    asksWhileLimited: order.isLastTry,
  });
  if (reserved.kind === 'stopped' || reserved.kind === 'busy') return reserved;
  if (reserved.kind === 'limited') return { kind: 'put_off', fault: 'rate_limited', afterMs: reserved.forMs };
  if (reserved.kind === 'no_room' && order.hasCompany) return { kind: 'no_room' };
  if (reserved.kind === 'no_room') await wanted.endWithout(reserved.ceiling);
  if (reserved.kind === 'made_before') await calls.settleLost(callKey);
  if (reserved.kind !== 'reserved') return ended();
  const putOff = await makeReserved(ports, order, wanted, { connection, ...reserved });
  return putOff ?? ended();
}

/** Sends a reserved call and settles it. Returns a status only if the call is to be retried. */
async function makeReserved(
  ports: ComparisonPorts,
  order: CallOrder,
  { callKey, request, endingOf }: PaidCallRequest,
  { connection, ...reserved }: { connection: ProviderConnection; callId: string; attempt: number },
): Promise<CallStatus | undefined> {
  const { faultPoints } = ports;
  faultPoints.reach(`${callKey.purpose}.after_reserve`);
  const outcome = await withHeartbeat((signal) =>
    callModelInSpan(ports.caller, { ...request, callId: reserved.callId, connection, timeoutMs: order.callMs, signal }),
  );
  faultPoints.reach(`${callKey.purpose}.before_settle`);
  const isPutOff = mayBeTriedAgain(outcome) && !order.isLastTry;
  const ending = isPutOff ? ({ kind: 'again' } as const) : endingOf(outcome);
  await settleWithRetries(() => ports.calls.settle(reserved, { ...toPaidCallEnd(outcome), ending }), {
    callId: reserved.callId,
    log: ports.log,
  });
  const isTaken = ports.connectionWaiters.wake(connection.connectionId);
  faultPoints.reach(`${callKey.purpose}.after_settle`);
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
async function reserveInTurn({ calls, connectionWaiters }: ComparisonPorts, call: IntendedCall): Promise<Reservation> {
  return withHeartbeat(async (signal) => {
    const giveUpAt = performance.now() + MAX_CONNECTION_WAIT_MS;
    for (;;) {
      const reservation = await calls.reserve(call);
      if (reservation.kind !== 'busy' || performance.now() > giveUpAt) return reservation;
      await connectionWaiters.wait(call.connectionId, AGAIN_MS, signal);
      signal.throwIfAborted();
    }
  });
}

function mayBeTriedAgain(outcome: CallOutcome): outcome is Exclude<CallOutcome, { kind: 'answered' }> {
  return (outcome.kind === 'never_sent' || outcome.kind === 'refused') && isTransientCallFault(outcome.fault);
}
