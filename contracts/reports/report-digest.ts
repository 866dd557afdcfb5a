import { randomBytes } from 'node:crypto';
import { sha256Digest } from '../wire/canonical-json.ts';

/** The content that the digest of a report run covers. */
export interface DigestedReport {
  /** The insight-query/v1 document as it was asked. */
  readonly question: unknown;
  readonly window: { readonly from: Date; readonly to: Date };
  /** Decimal string. */
  readonly viewRevision: string;
  /** The stored answer, or the redacted one. */
  readonly answer: unknown;
  /** The salt of the stored answer, see `newArtifactSalt`; absent with a redacted one. */
  readonly artifactSalt?: string;
}

/**
 * A random value of one run, digested with its stored answer and handed out only with all of it. Without it the digest,
 * which everybody is shown, would be a test of every guess at a sum that was withheld.
 */
export function newArtifactSalt(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * `sha256:` over the RFC 8785 form of `{question, window, view_revision, answer, artifact_salt}`. Over the stored
 * answer and its salt it is the artifact's digest; over what a viewer received, which has no salt where something was
 * withheld, the presentation's: they are equal exactly when nothing was withheld.
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
