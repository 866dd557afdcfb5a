import type { CallFailure, CallFault } from '../../domain/models/model-call.ts';
import type { Price } from '../../domain/models/price.ts';
import type { ModelRequest } from '../protocols/shared/model-request.ts';
import type { UnitCounts } from '../usage/price-terms.ts';

/** In UTF-16 units, of a reply that is no answer. */
export const MAX_REPLY = 4_096;

/** Asks models, once for each call: nothing is repeated here, because only its caller knows what was paid for. */
export interface ModelCaller {
  /** Never rejects: what went wrong is the outcome. */
  call(request: ModelRequest): Promise<CallOutcome>;
}

/** What the provider stated of a call that it carried out. */
export interface Bill {
  /** The model that answered, in the words of the provider. */
  readonly model: string;
  readonly units: UnitCounts | undefined;
  readonly price: Price;
  /** Usage as the answer has it. */
  readonly rawUsage: unknown;
  /** From the call to the last byte of the answer. */
  readonly latencyMs: number;
  readonly providerRequestId: string | undefined;
}

export interface ModelAnswer extends Bill {
  readonly text: string;
  /** The document that was asked for, of its schema. */
  readonly structured: unknown;
  /** In the words of the provider. */
  readonly stopReason: string;
}

/** What came back in place of the answer that was asked for. */
interface UnusableReply {
  /** As far as it is kept, up to `MAX_REPLY` characters; absent where nothing came that could be read. It may repeat what was sent. */
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
      /** How long the provider asks to be left alone. */
      readonly retryAfterMs?: number;
    })
  | (Failure<'failed_with_bill'> & Bill & UnusableReply);
