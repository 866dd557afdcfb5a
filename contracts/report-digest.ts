import { sha256Digest } from './canonical-json.ts';

/** What a digest of a report run speaks of. */
export interface DigestedReport {
  /** The insight-query/v1 document as it was asked. */
  readonly question: unknown;
  readonly window: { readonly from: Date; readonly to: Date };
  /** Decimal string. */
  readonly viewRevision: string;
  /** The stored answer, or the redacted one. */
  readonly answer: unknown;
}

/**
 * `sha256:` over the RFC 8785 form of `{question, window, view_revision, answer}`. Over the stored answer it is the
 * artifact's digest, over a viewer's answer the presentation's: they are equal exactly when nothing was withheld.
 */
export function reportDigest({ question, window, viewRevision, answer }: DigestedReport): string {
  return sha256Digest({
    question,
    window: { from: window.from.toISOString(), to: window.to.toISOString() },
    view_revision: viewRevision,
    answer,
  });
}
