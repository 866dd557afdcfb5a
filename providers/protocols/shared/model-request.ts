import type { TSchema } from 'typebox';
import type { KeySource } from '../../../domain/models/key-source.ts';
import type { ModelProvider, Wire } from '../../../domain/models/model-call.ts';

/** The address and the credentials of a connection to a provider. */
export interface CallTarget {
  readonly provider: ModelProvider;
  readonly wire: Wire;
  /** The base URL of the wire's paths, such as `https://api.openai.com/v1`. */
  readonly endpoint: string;
  readonly key: KeySource;
}

export interface ModelRequest {
  /** The id of the call in the header `truetally-call-id`, by which a bill can be matched. */
  readonly callId: string;
  readonly connection: CallTarget;
  /** The model's name at the provider. */
  readonly model: string;
  /** The system text; may be empty. */
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly parameters: CallParameters;
  /** The form of the answer, if the model must answer with a document and nothing else. */
  readonly structured?: StructuredAnswer;
  /** Milliseconds from now to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** The parameters of a call; an absent one has the provider's default. */
export interface CallParameters {
  readonly max_output_tokens: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly seed?: number;
}

export interface StructuredAnswer {
  /** A name of letters, digits, `_` and `-`, which the model sees. */
  readonly name: string;
  readonly description: string;
  /** The schema of a closed object. */
  readonly schema: TSchema;
}
