import type { CallOutcome } from '../../providers/caller/model-caller.ts';
import type { PaidCallEnd } from '../../store/spending/paid-call-end.ts';
import { storableText } from './storable-text.ts';

/** The end of a call in the form of its settlement. */
export function toPaidCallEnd(outcome: CallOutcome): PaidCallEnd {
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
