import type { CallFailure, CallFault } from '../../domain/models/model-call.ts';
import type { Price } from '../../domain/models/price.ts';
import type { ModelRequest } from '../protocols/shared/model-request.ts';
import type { UnitCounts } from '../usage/price-terms.ts';

/** UTF-16 units of a reply that is not an answer. */
export const MAX_REPLY = 4_096;

/** Asks models, once for each call: nothing is repeated here, because only its caller knows what was paid for. */
export interface ModelCaller {
  /** Never rejects: what went wrong is the outcome. */
  call(request: ModelRequest): Promise<CallOutcome>;
}

/** The provider's statement about a call that it carried out. */
export interface Bill {
  /** The model that answered, in the words of the provider. */
  readonly model: string;
  readonly units: UnitCounts | undefined;
  readonly price: Price;
  /** Usage as the answer has it. */
  readonly rawUsage: unknown;
  /** Milliseconds from the call to the last byte of the answer. */
  readonly latencyMs: number;
  readonly providerRequestId: string | undefined;
}

export interface ModelAnswer extends Bill {
  readonly text: string;
  /** The document that was asked for, of its schema. */
  readonly structured: unknown;
  /** The stop reason in the words of the provider. */
  readonly stopReason: string;
}

/** A reply in place of the expected answer. */
interface UnusableReply {
  /** The reply, up to `MAX_REPLY` characters; absent if nothing readable came. It may repeat the request. */
  readonly reply?: string;
}

interface Failure<Kind extends CallFailure> {
  readonly kind: Kind;
  readonly fault: CallFault;
  readonly providerRequestId: string | undefined;
  /** Absent where the provider did not answer. */
  readonly status?: number;
  /** A word of the provider's own, such as `invalid_request_error`. */
  readonly providerCode?: string;
}

export type CallOutcome =
  | ({ readonly kind: 'answered' } & ModelAnswer)
  | Failure<'never_sent'>
  | (Failure<'effect_unknown'> & UnusableReply)
  | (Failure<'refused'> & {
      /** Milliseconds that the provider asks to wait. */
      readonly retryAfterMs?: number;
    })
  | (Failure<'failed_with_bill'> & Bill & UnusableReply);
