import type { TSchema } from 'typebox';
import type { CallFailure, CallFault, ModelProvider, Wire } from '../../domain/models/model-call.ts';
import type { KeySource } from '../../domain/models/key-source.ts';
import type { Price } from '../../domain/models/price.ts';
import type { UnitCounts } from '../usage/price-terms.ts';

/** In UTF-16 units, of a reply that is no answer. */
export const MOST_REPLY = 4_096;

/** Asks models, once for each call: nothing is repeated here, because only its caller knows what was paid for. */
export interface ModelCaller {
  /** Never rejects: what went wrong is the outcome. */
  call(request: ModelRequest): Promise<CallOutcome>;
}

/** What a connection says of the way to a provider. */
export interface CallTarget {
  readonly provider: ModelProvider;
  readonly wire: Wire;
  /** What the wire's own paths follow upon, such as `https://api.openai.com/v1`. */
  readonly endpoint: string;
  readonly key: KeySource;
}

export interface ModelRequest {
  /** Names the call in the header `truetally-call-id`, so that a bill can be matched. */
  readonly callId: string;
  readonly connection: CallTarget;
  /** As the provider calls it. */
  readonly model: string;
  /** Empty where there is none. */
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly parameters: CallParameters;
  /** Makes the model answer with this document and nothing else. */
  readonly structured?: StructuredAnswer;
  /** From now to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** What is absent is the provider's own default. */
export interface CallParameters {
  readonly max_output_tokens: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly seed?: number;
}

export interface StructuredAnswer {
  /** Letters, digits, `_` and `-`; the model sees it. */
  readonly name: string;
  readonly description: string;
  /** A closed object. */
  readonly schema: TSchema;
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
  /** As far as it is kept, up to `MOST_REPLY` characters; absent where nothing came that could be read. It may repeat what was sent. */
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
