import { randomBytes } from 'node:crypto';
import { sha256Digest } from '../wire/canonical-json.ts';

/** The content that the digest of a report run covers. */
export interface DigestedReport {
  /** The insight-query/v1 document of the run. */
  readonly question: unknown;
  readonly window: { readonly from: Date; readonly to: Date };
  /** Decimal string. */
  readonly viewRevision: string;
  /** The stored answer, or the redacted one. */
  readonly answer: unknown;
  /** The salt of the stored answer, see `newArtifactSalt`; absent with a redacted answer. */
  readonly artifactSalt?: string;
}

/**
 * A random value of one run. It is part of the digest of the stored answer, and is disclosed only with the complete
 * answer. Without it, readers could test guesses of a withheld sum against the digest, which every reader sees.
 */
export function newArtifactSalt(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * `sha256:` over the RFC 8785 form of `{question, window, view_revision, answer, artifact_salt}`. Over the stored
 * answer and its salt, it is the digest of the artifact. Over the answer that a viewer received, it is the digest of
 * the presentation; the salt is absent if something was withheld. The two digests are equal exactly if nothing was
 * withheld.
 */
export function reportDigest({ question, window, viewRevision, answer, artifactSalt }: DigestedReport): string {
  return sha256Digest({
    question,
    window: { from: window.from.toISOString(), to: window.to.toISOString() },
    view_revision: viewRevision,
    answer,
    ...(artifactSalt !== undefined && { artifact_salt: artifactSalt }),
  });
}
