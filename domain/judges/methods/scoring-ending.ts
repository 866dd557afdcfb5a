import type { EVALUATOR_VERDICTS } from '../outcome.ts';

export type JudgeVote = (typeof EVALUATOR_VERDICTS)[number];

/** The final result of a panel member's call. */
export type JudgeCallEnding =
  | { readonly kind: 'voted'; readonly vote: JudgeVote }
  | { readonly kind: 'failed'; readonly code: string };

/** The final verdict of an evaluator on a request, or the reason why there is no verdict. */
export type ScoringEnding =
  | {
      readonly kind: 'judged';
      readonly verdict: JudgeVote;
      /** True if the votes of the members differed. */
      readonly isSplit: boolean;
      /**
       * The share of the panel members that voted for the verdict; undefined without a majority, and for a single
       * model.
       */
      readonly certainty: number | undefined;
    }
  | { readonly kind: 'failed'; readonly code: string };

/** The result if too few members voted. */
export const WITHOUT_QUORUM = { kind: 'failed', code: 'panel_without_quorum' } as const satisfies JudgeCallEnding;
