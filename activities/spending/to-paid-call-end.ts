import type { CallOutcome } from '../../providers/caller/model-caller.ts';
import type { EndOfCall } from '../../store/spending/end-of-call.ts';
import { storableText } from './storable-text.ts';

/** The end of a call in the form of its settlement. */
export function toPaidCallEnd(outcome: CallOutcome): EndOfCall {
  const isBilled = outcome.kind === 'answered' || outcome.kind === 'failed_with_bill';
  return {
    state: outcome.kind,
    fault: outcome.kind === 'answered' ? '' : outcome.fault,
    price: isBilled ? outcome.price : undefined,
    usage: isBilled ? outcome.units : undefined,
    latencyMs: isBilled ? outcome.latencyMs : undefined,
    answeredModel: isBilled ? storableText(outcome.model) : undefined,
    providerRequestId: outcome.providerRequestId,
    limitedForMs: outcome.kind === 'refused' && outcome.fault === 'rate_limited' ? outcome.retryAfterMs : undefined,
  };
}
