import type { CallFailure, CallFault } from '../../domain/models/model-call.ts';
import type { Price } from '../../domain/models/price.ts';
import type { ModelRequest } from '../protocols/shared/model-request.ts';
import type { UnitCounts } from '../usage/price-terms.ts';

/** The maximum number of UTF-16 code units that are kept of an unusable reply. */
export const MAX_REPLY_LENGTH = 4_096;

/** A client that sends each call to a model once. It never retries, because only its user knows what was paid for. */
export interface ModelCaller {
  /** Makes a call. Never rejects: the outcome states every failure. */
  call(request: ModelRequest): Promise<CallOutcome>;
}

/** The provider's statement about a call that it carried out. */
export interface ProviderBill {
  /** The model that answered, in the words of the provider. */
  readonly model: string;
  readonly units: UnitCounts | undefined;
  readonly price: Price;
  /** The usage, unchanged from the answer. */
  readonly rawUsage: unknown;
  /** Milliseconds from the call to the last byte of the answer. */
  readonly latencyMs: number;
  readonly providerRequestId: string | undefined;
}

export interface ModelAnswer extends ProviderBill {
  readonly text: string;
  /** The requested document, which matches its schema. */
  readonly structured: unknown;
  /** The stop reason in the words of the provider. */
  readonly stopReason: string;
}

/** A reply in place of the expected answer. */
interface UnusableReply {
  /** The reply, up to `MAX_REPLY_LENGTH` characters; absent if nothing readable arrived. It may repeat the request. */
  readonly reply?: string;
}

interface Failure<Kind extends CallFailure> {
  readonly kind: Kind;
  readonly fault: CallFault;
  readonly providerRequestId: string | undefined;
  /** Absent if the provider did not answer. */
  readonly status?: number;
  /** The provider's code, such as `invalid_request_error`. */
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
  | (Failure<'failed_with_bill'> & ProviderBill & UnusableReply);
