import type { TLiteral, TObject, TSchema } from 'typebox';
import type { Deprecation } from '../../../domain/kernel/deprecation.ts';
import type { RefusalCode } from '../../../domain/kernel/errors.ts';
import type { Links } from '../links.ts';

/** The form of an answer that is a file: its media types and its headers. */
export interface FileAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, TSchema>>;
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>;
}

/** A document without an envelope. */
export interface BareAnswer {
  readonly document: TObject;
  /** The additional headers, if there are any. */
  readonly headers?: Readonly<Record<string, TSchema>>;
}

/** A document in an envelope that states its kind, see `envelope.ts`. */
type Envelope = TObject<{ kind: TLiteral<string>; data: TSchema; request_id: TSchema }>;

/** The effect of a request, and of its repetition. */
type Effect =
  | { readonly effect: 'read' }
  | {
      /** A write, which the audit records. */
      readonly effect: 'write';
      /**
       * The protection against a second write: `inherent` if a repetition changes nothing more, `key` if the request
       * may carry an `Idempotency-Key`, `none` if nothing protects it. Any other operation refuses a request with a
       * key.
       */
      readonly idempotency: 'inherent' | 'key' | 'none';
    }
  | {
      /**
       * An ingestion of traffic, which the journal stores and counts once. The audit counts such requests by credential
       * and minute, and has no row for each of them.
       */
      readonly effect: 'ingest';
      /**
       * The format of the body: Truetally's own, or that of other software. Truetally's clients send only the former.
       */
      readonly form: 'native' | 'foreign';
    };

/**
 * The declaration of one operation. Its route, its description, its audit and its method in clients derive from it. Its
 * handler defines the required permission, the response and the effect.
 */
export type Operation<Answer = Envelope | BareAnswer | FileAnswer> = Effect & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the root of the lane, with the ids of `path-ids.ts` in braces. */
  readonly path: string;
  readonly success: 200 | 201 | 202;
  readonly answer: Answer;
  /** The file that replaces the document if `Accept` requests its media type. */
  readonly file?: FileAnswer;
  /** The links of the answer. */
  readonly links?: Links;
  /** The refusals of the operation, in addition to those that every request of its lane can have. */
  readonly refusals: readonly RefusalCode[];
  /** True for an operation that needs no credential. */
  readonly isOpen?: true;
  /** True if the form of the operation may still change. */
  readonly isPreview?: true;
  /** The deprecated parts of the operation, which are announced to their users. */
  readonly deprecations?: readonly Deprecation[];
  /** The group of the operation in API descriptions. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
};

/** An operation whose documents state their kind. */
export type EnvelopedOperation = Operation<Envelope | FileAnswer>;

/** Operations by their names, in the order in which they are described. */
export type Operations = Readonly<Record<string, Operation>>;
