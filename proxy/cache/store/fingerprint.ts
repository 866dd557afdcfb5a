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
  /** The path and query at the provider. */
  readonly path: string;
  /** The headers that the answer may depend on, among all that are sent to the provider. */
  readonly headers: readonly AnswerHeader[];
  /** The digests of the body, for this kind or for one that needs more. */
  readonly print: BodyPrint;
  /** The id of the embedder by which requests are compared, for the kind `semantic`. */
  readonly embedderId: string;
}

/** The texts by which a request may be similar to another. */
export interface SimilarityText {
  /** Equal for two calls if and only if they differ in their last words alone, by the kind `normalized`. */
  readonly partition: Buffer;
  readonly words: string;
}

export interface Fingerprint {
  /** Equal for two calls if and only if one may get the answer of the other, by the kind of their rule. */
  readonly fingerprint: Buffer;
  /** Equal for two calls if and only if they are identical. */
  readonly exactDigest: Buffer;
  /** Undefined if the call has no words that may differ, or its rule is of another kind. */
  readonly spoken: SimilarityText | undefined;
}

/** The version of the hashed form, which changes with the form. */
const FORM = 3;

/** The fingerprint of a call. */
export function createFingerprint(call: FingerprintedCall): Fingerprint {
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

/** The digest of two parts. JSON has no line break outside its texts, so the parts never run into each other. */
function digestOf(about: string, body: Uint8Array): Buffer {
  return createHash('sha256').update(`${about}\n`).update(body).digest();
}
