import type { TLiteral, TObject, TSchema } from 'typebox';
import type { Deprecation } from '../../../domain/kernel/deprecation.ts';
import type { RefusalCode } from '../../../domain/kernel/errors.ts';
import type { Links } from '../links.ts';

/** What an answer of bytes looks like: its media types, and the headers beside them. */
export interface FileAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, TSchema>>;
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>;
}

/** A document as it stands, with nothing around it. */
export interface BareAnswer {
  readonly document: TObject;
  /** Those that go with it, where there are any. */
  readonly headers?: Readonly<Record<string, TSchema>>;
}

/** A document with the word for what it holds beside it, as `envelope.ts` makes them. */
type Envelope = TObject<{ kind: TLiteral<string>; data: TSchema; request_id: TSchema }>;

/** What repeating a request may do: see `idempotency`. */
type Effect =
  | { readonly effect: 'read' }
  | {
      /** What is asked for is written down in the audit. */
      readonly effect: 'write';
      /**
       * What keeps a repetition from being a second write: `inherent` where it changes nothing more, `key` where an
       * `Idempotency-Key` may go with it, `none` where nothing does. A key that is sent to any other is refused.
       */
      readonly idempotency: 'inherent' | 'key' | 'none';
    }
  | {
      /**
       * Traffic is taken in, which the journal keeps and counts once. The audit counts such requests of a credential by the
       * minute, and holds no row for each.
       */
      readonly effect: 'ingest';
      /** Whether it comes in our own format, or as another's software writes it: then no client of ours sends it. */
      readonly form: 'native' | 'foreign';
    };

/**
 * One operation as it is declared. Its route, its description, its audit and its method in clients follow from this; who
 * may ask, what is sent and what is done stand with its handler.
 */
export type Operation<Answer = Envelope | BareAnswer | FileAnswer> = Effect & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the lane's root, with the ids that it names in braces: those of `path-ids.ts`. */
  readonly path: string;
  readonly success: 200 | 201 | 202;
  readonly answer: Answer;
  /** The file that is sent instead of the document when `Accept` asks for its media type. */
  readonly file?: FileAnswer;
  /** What the answer leads to. */
  readonly links?: Links;
  /** What it can be refused with, beside what its lane refuses any request with. */
  readonly refusals: readonly RefusalCode[];
  /** Set where anybody may ask, without a credential. */
  readonly isOpen?: true;
  /** Set while its form is not promised yet. */
  readonly isPreview?: true;
  /** What of it is on its way out; announced to those who use it. */
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
