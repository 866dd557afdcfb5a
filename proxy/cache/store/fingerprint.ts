import { createHash } from 'node:crypto';
import type { CacheKind } from '../../../domain/gateway/cache/cache-block.ts';
import type { CalledEndpoint } from '../../../domain/models/protocols.ts';
import type { AnswerHeader } from '../../headers/answer-headers.ts';
import type { BodyPrint } from '../../request/print/print-body.ts';

/** Everything that an answer may depend on. */
export interface FingerprintedCall {
  readonly scopeKey: string;
  readonly ruleId: string;
  readonly kind: CacheKind;
  readonly provider: string;
  readonly endpoint: CalledEndpoint;
  readonly model: string;
  /** Path and query at the provider. */
  readonly path: string;
  /** The headers that its answer may depend on, of all that are sent to the provider. */
  readonly headers: readonly AnswerHeader[];
  /** Made for this kind, or for one that needs more. */
  readonly print: BodyPrint;
  /** The id of the embedder by which requests are compared, for the kind `semantic`. */
  readonly embedderId: string;
}

/** The texts by which a request may be similar to another. */
export interface SimilarityText {
  /** Equal for two calls exactly where they differ in their last words alone, by the kind `normalized`. */
  readonly partition: Buffer;
  readonly words: string;
}

export interface Fingerprint {
  /** Equal for two calls exactly where the one may be given the answer of the other, by the kind of their rule. */
  readonly fingerprint: Buffer;
  /** Equal for two calls exactly where they are the same. */
  readonly exactDigest: Buffer;
  /** Undefined where it has no words that may be others, or its rule is of another kind. */
  readonly spoken: SimilarityText | undefined;
}

/** The version of the hashed form: another form has another number. */
const FORM = 3;

/** The fingerprint of a call. */
export function fingerprintOf(call: FingerprintedCall): Fingerprint {
  const { scopeKey, ruleId, kind, provider, endpoint, model, path, headers, print, embedderId } = call;
  const about = JSON.stringify([FORM, scopeKey, ruleId, kind, provider, endpoint, model, path, headers]);
  const exactDigest = digestOf(about, print.exact);
  const { normalized, spoken } = print;
  if (kind === 'exact' || normalized === undefined) return { fingerprint: exactDigest, exactDigest, spoken: undefined };
  return {
    fingerprint: digestOf(about, normalized),
    exactDigest,
    spoken:
      kind === 'semantic' && spoken !== undefined
        ? { partition: digestOf(`${embedderId} ${about}`, spoken.rest), words: spoken.words }
        : undefined,
  };
}

/** JSON holds no line break outside of its texts, so that the two parts never run into each other. */
function digestOf(about: string, body: Uint8Array): Buffer {
  return createHash('sha256').update(`${about}\n`).update(body).digest();
}
