import type { TLiteral, TObject, TSchema } from 'typebox';
import type { Deprecation } from '../../../domain/kernel/deprecation.ts';
import type { RefusalCode } from '../../../domain/kernel/errors.ts';
import type { Links } from '../links.ts';

/** The form of an answer of bytes: its media types and its headers. */
export interface FileAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, TSchema>>;
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>;
}

/** A document as it stands, with nothing around it. */
export interface BareAnswer {
  readonly document: TObject;
  /** The additional headers, if there are any. */
  readonly headers?: Readonly<Record<string, TSchema>>;
}

/** A document with a member that names its kind, as `envelope.ts` makes them. */
type Envelope = TObject<{ kind: TLiteral<string>; data: TSchema; request_id: TSchema }>;

/** The effect of a repeated request: see `idempotency`. */
type Effect =
  | { readonly effect: 'read' }
  | {
      /** A request that the audit records. */
      readonly effect: 'write';
      /**
       * The protection against a second write: `inherent` if a repetition changes nothing more, `key` if an
       * `Idempotency-Key` may go with it, `none` if nothing protects it. A key that is sent to any other operation is
       * refused.
       */
      readonly idempotency: 'inherent' | 'key' | 'none';
    }
  | {
      /**
       * Traffic is taken in, which the journal keeps and counts once. The audit counts such requests of a credential by
       * the minute, and holds no row for each.
       */
      readonly effect: 'ingest';
      /** The format of the body: our own, or that of other software. No client of ours sends the latter. */
      readonly form: 'native' | 'foreign';
    };

/**
 * One operation as it is declared. Its route, its description, its audit and its method in clients follow from this;
 * who may ask, what is sent and what is done stand with its handler.
 */
export type Operation<Answer = Envelope | BareAnswer | FileAnswer> = Effect & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the lane's root, with the ids that it names in braces: those of `path-ids.ts`. */
  readonly path: string;
  readonly success: 200 | 201 | 202;
  readonly answer: Answer;
  /** The file that is sent instead of the document when `Accept` asks for its media type. */
  readonly file?: FileAnswer;
  /** The links of the answer. */
  readonly links?: Links;
  /** The refusals of the operation, in addition to those of every request of its lane. */
  readonly refusals: readonly RefusalCode[];
  /** Set where anybody may ask, without a credential. */
  readonly isOpen?: true;
  /** Set while its form is not promised yet. */
  readonly isPreview?: true;
  /** The deprecated parts of the operation, which are announced to their users. */
  readonly deprecations?: readonly Deprecation[];
  /** The group that it is described in. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
};

/** An operation whose documents say what they hold. */
export type EnvelopedOperation = Operation<Envelope | FileAnswer>;

/** Operations by their names, in the order in which they are described. */
export type Operations = Readonly<Record<string, Operation>>;
