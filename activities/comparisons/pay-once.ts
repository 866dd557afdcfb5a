import type { CallSize } from '../../domain/models/call-cost.ts';
import type { RunCallEnding, RunCallKey } from '../../domain/comparisons/run-call.ts';
import type { CallStatus } from '../../domain/comparisons/run-work.ts';
import type { CallOutcome } from '../../providers/caller/model-caller.ts';
import type { ModelRequest } from '../../providers/protocols/shared/model-request.ts';
import type { IntendedCall } from '../../store/comparisons/reserve-call.ts';
import type { CallOrder, ComparisonPorts } from './comparison-ports.ts';
import { payForCall, type NoCallReason } from './pay-for-call.ts';

/** A call of a comparison run, with the cell or verdict that it is made for. */
export interface PaidCallRequest {
  readonly callKey: RunCallKey;
  readonly connectionId: string;
  readonly request: Pick<ModelRequest, 'model' | 'system' | 'messages' | 'parameters' | 'structured'>;
  readonly size: CallSize;
  /** The end of the cell or verdict for an outcome that is not retried. */
  readonly endingOf: (outcome: CallOutcome) => RunCallEnding;
  /** Ends the cell or verdict if no call is made. */
  readonly endWithout: (why: NoCallReason) => Promise<void>;
}

/** Makes a call of a comparison run, and pays for it once. */
export async function payOnce(ports: ComparisonPorts, order: CallOrder, wanted: PaidCallRequest): Promise<CallStatus> {
  const { callKey, connectionId, ...call } = wanted;
  const connection = await ports.connections.find(connectionId);
  return payForCall<RunCallKey, IntendedCall, RunCallEnding>(ports, order, {
    ...call,
    callKey,
    connection: connection.retiredAt === undefined ? connection : undefined,
    lane: connectionId,
    stage: callKey.purpose,
    intentOf: (maxNanoUsd) => ({
      ...{ ...callKey, connectionId, model: call.request.model, maxNanoUsd },
      asksWhileLimited: order.isLastTry,
    }),
  });
}
